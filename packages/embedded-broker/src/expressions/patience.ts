/** A busy machine must not look like a bad pattern. */
const longest = 200
/** For one that has shown to be bad, what others than its victims do not need. */
const shortest = 20
const most = 1000
/** Of all time, what such a pattern may cost beside that. */
const share = 0.02

/** How long the broker may stand still for a pattern. What is waited for it in vain is taken from its purse. */
export class Patience {
  readonly #now: () => number
  #left = most
  #at: number

  /** Milliseconds, and only forwards. */
  constructor(now: () => number) {
    this.#now = now
    this.#at = now()
  }

  get milliseconds(): number {
    const now = this.#now()
    this.#left = Math.min(most, this.#left + (now - this.#at) * share)
    this.#at = now
    return Math.round(Math.min(longest, Math.max(shortest, this.#left)))
  }

  waitedInVain(milliseconds: number): void {
    this.#left = Math.max(0, this.#left - milliseconds)
  }
}
