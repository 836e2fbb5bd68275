/** The broker's words for a sender without a username: `undefined`, and nothing for its API and its own messages. */
export function senderName(username: string): string | undefined {
  return username === 'undefined' || username === '' ? undefined : username
}
