import { RatedCounters, type Rates } from './rated-counters.ts'

export interface ResourceFigures extends Rates {
  readonly matched: number
  readonly success: number
  readonly failed: number
}

/** Counts the requests of one node to an external system. */
export class ResourceMetrics {
  readonly #counters = new RatedCounters(['matched', 'success', 'failed'])

  countAsked(): void {
    this.#counters.countAsked()
    this.#counters.count('matched')
  }

  countAnswered(): void {
    this.#counters.count('success')
  }

  countFailed(): void {
    this.#counters.count('failed')
  }

  sample(): void {
    this.#counters.sample()
  }

  get figures(): ResourceFigures {
    const of = (name: 'matched' | 'success' | 'failed') => this.#counters.of(name)
    return {
      matched: of('matched'),
      success: of('success'),
      failed: of('failed'),
      ...this.#counters.rates,
    }
  }
}
