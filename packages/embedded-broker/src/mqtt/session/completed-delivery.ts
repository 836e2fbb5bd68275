/** A message that had to wait for its client, from its publisher to its end. Times are epoch milliseconds. */
export interface CompletedDelivery {
  readonly topic: string
  readonly publishAt: number
  /** When the session was given it. Later than published for retained and delayed messages, whose wait is nobody's fault. */
  readonly queuedAt: number
  /** When it was sent first. */
  readonly sentAt: number
}
