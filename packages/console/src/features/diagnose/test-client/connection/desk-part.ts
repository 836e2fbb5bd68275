/** The parts of a connection that a phone shows one at a time. */
export const deskParts = ['connection', 'subscriptions', 'messages', 'publish'] as const
export type DeskPart = (typeof deskParts)[number]
