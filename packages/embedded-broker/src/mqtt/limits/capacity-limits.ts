/**
 * The limits on what clients may store in this broker. EMQX limits none of it by default and crashes when memory runs
 * out; a process that also serves the console must not crash, whichever client connects.
 */
export interface CapacityLimits {
  /** The maximum size of the messages that wait for a session, in bytes; beyond it the oldest messages are dropped. */
  readonly sessionBytes: number
  /** The maximum size of all stored messages, in bytes; a message counts once, however many sessions wait for it. */
  readonly messageBytes: number
  readonly subscriptions: number
  /** The maximum memory that the subscriptions take, in bytes, by estimate. */
  readonly subscriptionBytes: number
}

const mebibyte = 1_048_576

export const defaultCapacity: CapacityLimits = {
  sessionBytes: 64 * mebibyte,
  messageBytes: 512 * mebibyte,
  subscriptions: 200_000,
  subscriptionBytes: 256 * mebibyte,
}

/** The limits that were exceeded since the last check. */
export type Overrun = 'session-bytes' | 'message-bytes' | 'subscriptions'

/** The amounts that are stored at present. */
export interface CapacityFigures {
  readonly limits: CapacityLimits
  readonly messageBytes: number
  readonly subscriptions: number
}
