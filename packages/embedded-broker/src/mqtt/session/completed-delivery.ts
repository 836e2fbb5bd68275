/** Describes a message that waited for its client, from its publication to its end. Times are in epoch milliseconds. */
export interface CompletedDelivery {
  readonly topic: string
  readonly publishAt: number
  /**
   * The time at which the session received the message. Later than `publishAt` for retained and delayed messages,
   * whose wait does not count as latency.
   */
  readonly queuedAt: number
  /** The time at which the message was first sent. */
  readonly sentAt: number
}
