import type { Rate } from '../client/settings.ts'

/** How long one waits at most before looking again: the rate may have been changed meanwhile. */
const longestWait = 1000

/**
 * A rate with a burst of one period. More may be taken than there is; then the taker waits until the debt is paid, so
 * that a packet larger than a whole period passes too.
 */
export class TokenBucket {
  readonly #rateOf: () => Rate
  #rate: Rate
  #tokens: number
  #filledAt = performance.now()

  constructor(rateOf: () => Rate) {
    this.#rateOf = rateOf
    this.#rate = rateOf()
    this.#tokens = this.#rate.count
  }

  has(count = 1): boolean {
    this.#fill()
    return this.#tokens >= count
  }

  take(count = 1): void {
    this.#fill()
    this.#tokens -= count
  }

  /** Milliseconds until there is no debt, 0 if there is none. */
  get wait(): number {
    this.#fill()
    const { count, per } = this.#rate
    if (this.#tokens >= 0) return 0
    return Math.min(Math.ceil((-this.#tokens * per) / count), longestWait)
  }

  #fill(): void {
    const rate = this.#rateOf()
    // Of an unlimited one nothing was taken: this is the way of every packet, so it does not ask for the time.
    if (rate === this.#rate && rate.count === Number.POSITIVE_INFINITY) return
    const now = performance.now()
    if (rate !== this.#rate) {
      this.#rate = rate
      this.#tokens = rate.count
    } else {
      this.#tokens = Math.min(rate.count, this.#tokens + ((now - this.#filledAt) * rate.count) / rate.per)
    }
    this.#filledAt = now
  }
}
