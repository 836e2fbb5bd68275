/** The seconds between two requests to the broker; each resource has one poller. */
export const pollSeconds = { current: 5, alarms: 15 } as const
