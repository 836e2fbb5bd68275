/** The maximum time of a single run of a statement, in milliseconds. */
const longestRunMs = 200
/** Shorter runs, in milliseconds, are not counted: a quick rule may run as often as there are messages. */
const slowRunMs = 20
const purseMs = 1000
/** The share of the total time that a slow rule may use once its budget is empty. */
const share = 0.1

/** Limits how long a rule may block the broker. Slow runs are charged to its budget, which refills over time. */
export class RuleTime {
  readonly #now: () => number
  #leftMs = purseMs
  #at: number

  /** `now` returns milliseconds that never go back. */
  constructor(now: () => number) {
    this.#now = now
    this.#at = now()
  }

  /**
   * The time that the next run may take, in milliseconds; undefined if the rule has exceeded its share and is not
   * run.
   */
  get limitMs(): number | undefined {
    const now = this.#now()
    this.#leftMs = Math.min(purseMs, this.#leftMs + (now - this.#at) * share)
    this.#at = now
    return this.#leftMs < slowRunMs ? undefined : Math.min(longestRunMs, this.#leftMs)
  }

  spend(milliseconds: number): void {
    if (milliseconds >= slowRunMs) this.#leftMs = Math.max(0, this.#leftMs - milliseconds)
  }
}
