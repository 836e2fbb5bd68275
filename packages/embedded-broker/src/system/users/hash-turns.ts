import { tooManyAttempts } from '../../http/api-refusal.ts'

interface Room {
  readonly atOnce: number
  /** The maximum number of waiting hashes, unlimited by default; further hashes are refused with 429. */
  readonly maxWaiting?: number
}

/**
 * Limits the number of hashes that run at once. Hashes run on the four threads of Node that also write files, and
 * each occupies its thread for tens of milliseconds: without this limit, many simultaneous logins would delay every
 * durable write.
 */
export class HashTurns {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ atOnce, maxWaiting = Number.POSITIVE_INFINITY }: Room) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  async run<Result>(hash: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1
    else if (this.#waiting.length < this.#maxWaiting) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else throw tooManyAttempts(1)
    try {
      return await hash()
    } finally {
      // The slot is passed on to the next waiting hash, and becomes free only if none waits.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
