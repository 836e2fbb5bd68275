const sampleSeconds = 10
/** Five minutes of samples. */
const mostSamples = 30

export const sampleMilliseconds = sampleSeconds * 1000

export interface Rates {
  readonly rate: number
  readonly rate_last5m: number
  readonly rate_max: number
}

const roundRate = (rate: number): number => Math.round(rate * 100) / 100

/** Counters of requests and their results; the request rate per second is sampled every ten seconds. */
export class RatedCounters<Name extends string> {
  readonly #counts: Map<Name, number>
  #asked = 0
  #askedBefore = 0
  #samples: number[] = []
  #max = 0

  constructor(names: readonly Name[]) {
    this.#counts = new Map(names.map((name) => [name, 0]))
  }

  countAsked(): void {
    this.#asked++
  }

  count(name: Name): void {
    this.#counts.set(name, this.of(name) + 1)
  }

  of(name: Name): number {
    return this.#counts.get(name) ?? 0
  }

  sample(): void {
    const rate = (this.#asked - this.#askedBefore) / sampleSeconds
    this.#askedBefore = this.#asked
    this.#samples = [...this.#samples, rate].slice(-mostSamples)
    this.#max = Math.max(this.#max, rate)
  }

  get rates(): Rates {
    const samples = this.#samples
    const sum = samples.reduce((total, one) => total + one, 0)
    return {
      rate: roundRate(samples.at(-1) ?? 0),
      rate_last5m: roundRate(samples.length === 0 ? 0 : sum / samples.length),
      rate_max: roundRate(this.#max),
    }
  }
}
