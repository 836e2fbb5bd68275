/**
 * Runs work one at a time, in the order of the calls. An exception rejects only the promise of its own call and does
 * not delay the others.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when all work has ended. */
  async over(): Promise<void> {
    await this.#last
  }
}
