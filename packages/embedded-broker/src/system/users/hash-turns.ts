import { tooManyAttempts } from '../../http/api-refusal.ts'

interface Room {
  readonly atOnce: number
  /** Unlimited unless given; who comes then is refused with 429. */
  readonly maxWaiting?: number
}

/**
 * Hashes run on the four threads of Node that also write files, and each takes its thread for tens of milliseconds:
 * without turns a crowd of sign-ins holds up every durable write.
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
      // The turn goes to the next in line, and is free only without one.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
