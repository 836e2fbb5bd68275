/** Seconds between two questions to the broker, one poller per resource. */
export const pollSeconds = { current: 5, alarms: 15 } as const
