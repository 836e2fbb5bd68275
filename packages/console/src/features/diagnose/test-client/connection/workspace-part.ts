/** The parts of a connection that a phone shows one at a time. */
export const workspaceParts = ['connection', 'subscriptions', 'messages', 'publish'] as const
export type WorkspacePart = (typeof workspaceParts)[number]
