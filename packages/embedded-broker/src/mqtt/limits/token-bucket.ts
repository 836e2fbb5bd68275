import type { Rate } from '../client/settings.ts'

/** The maximum wait in milliseconds before the rate is read again, since it may have changed meanwhile. */
const longestWait = 1000

/**
 * A rate limit with a burst of one period. A caller may take more tokens than there are and then waits until the debt
 * is paid, so that a packet larger than a whole period passes too.
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

  /** The time until the debt is paid, in milliseconds; 0 without a debt. */
  get wait(): number {
    this.#fill()
    const { count, per } = this.#rate
    if (this.#tokens >= 0) return 0
    return Math.min(Math.ceil((-this.#tokens * per) / count), longestWait)
  }

  #fill(): void {
    const rate = this.#rateOf()
    // An unlimited rate needs no refill. Every packet takes this path, so the clock is not read here.
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
