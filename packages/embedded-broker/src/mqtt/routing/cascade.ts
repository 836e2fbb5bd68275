/** What may come of one message through the rules that republish. */
export const cascadeLimits = {
  /** As many as a statement may reasonably make of the items of one list. */
  messages: 10_000,
  /** Milliseconds of work in rules. */
  timeMs: 5_000,
  /** Rules that republish for each other, one after the other. */
  depth: 20,
} as const

/** All that comes of one message: counted together, however it branches. */
export class Cascade {
  readonly #now: () => number
  #messages = 0
  #spentMs = 0
  #depth = 0
  #since = 0

  /** `now` gives milliseconds that only go forwards. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Counts one more message; false where there have been too many, or where they have taken too long. */
  admit(): boolean {
    const running = this.#depth === 0 ? 0 : this.#now() - this.#since
    if (this.#messages >= cascadeLimits.messages || this.#spentMs + running >= cascadeLimits.timeMs)
      return false
    this.#messages += 1
    return true
  }

  /** Does a part of what comes of the message, on the clock. Parts may lie within each other. */
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

/** Where a message comes from that a rule has republished. It is not kept on disk, nor with a message that is delayed. */
export interface Lineage {
  readonly cascade: Cascade
  /** Ids of the rules that republished, the last one last. */
  readonly rules: readonly string[]
}
