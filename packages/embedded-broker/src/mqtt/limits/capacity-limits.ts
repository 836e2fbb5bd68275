/**
 * What clients may make this broker keep. EMQX bounds none of it by default and dies of it; a process that also shows
 * the console must not, whoever connects.
 */
export interface CapacityLimits {
  /** Bytes of the messages that wait for one session; then the oldest go. */
  readonly sessionBytes: number
  /** Bytes of all messages kept, a message counted once however many sessions wait for it. */
  readonly messageBytes: number
  readonly subscriptions: number
  /** About what they take in memory. */
  readonly subscriptionBytes: number
}

const mebibyte = 1_048_576

export const defaultCapacity: CapacityLimits = {
  sessionBytes: 64 * mebibyte,
  messageBytes: 512 * mebibyte,
  subscriptions: 200_000,
  subscriptionBytes: 256 * mebibyte,
}

/** What of the limits is reached since somebody last looked. */
export type Overrun = 'session-bytes' | 'message-bytes' | 'subscriptions'

/** How much is kept by now. */
export interface CapacityFigures {
  readonly limits: CapacityLimits
  readonly messageBytes: number
  readonly subscriptions: number
}
