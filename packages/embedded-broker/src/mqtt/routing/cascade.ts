/** The limits on the messages that one message may cause through rules that republish. */
export const cascadeLimits = {
  /** The number of messages, as many as a statement may reasonably create from the items of a list. */
  messages: 10_000,
  /** The time that rules may work, in milliseconds. */
  timeMs: 5_000,
  /** The length of a chain of rules that republish for each other. */
  depth: 20,
} as const

/** Counts all messages that result from one message together, however they branch. */
export class Cascade {
  readonly #now: () => number
  #messages = 0
  #spentMs = 0
  #depth = 0
  #since = 0

  /** `now` returns milliseconds that never go back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Counts one more message; returns false if there were too many messages or their work took too long. */
  admit(): boolean {
    const running = this.#depth === 0 ? 0 : this.#now() - this.#since
    if (this.#messages >= cascadeLimits.messages || this.#spentMs + running >= cascadeLimits.timeMs)
      return false
    this.#messages += 1
    return true
  }

  /** Runs a part of the work that a message causes and measures its time. Parts may be nested. */
  work<T>(part: () => T): T {
    if (this.#depth === 0) this.#since = this.#now()
    this.#depth += 1
    try {
      return part()
    } finally {
      this.#depth -= 1
      if (this.#depth === 0) this.#spentMs += this.#now() - this.#since
    }
  }
}

/** The origin of a message that a rule republished. It is not stored on disk, nor with a delayed message. */
export interface Lineage {
  readonly cascade: Cascade
  /** The ids of the rules that republished, the last rule last. */
  readonly rules: readonly string[]
}
