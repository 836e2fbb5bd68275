/** One change at a time, in the order in which they were asked for. What fails fails for whoever asked, and holds up nobody. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when nothing is being done any more. */
  async over(): Promise<void> {
    await this.#last
  }
}
