/** Milliseconds that one run of a statement may take. */
const longestRunMs = 200
/** A run of less is not counted: a rule that is quick may run as often as there are messages. */
const slowRunMs = 20
const purseMs = 1000
/** Of all time, what a slow rule may cost once its purse is empty. */
const share = 0.1

/** How long one rule may hold up the broker. Slow runs are taken from its purse, which fills again with time. */
export class RuleTime {
  readonly #now: () => number
  #leftMs = purseMs
  #at: number

  /** `now` gives milliseconds that only go forwards. */
  constructor(now: () => number) {
    this.#now = now
    this.#at = now()
  }

  /** What the next run may take, in milliseconds; undefined where the rule is over its share and is not run. */
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
