/** Takes one thing after the other, however long each takes, and no more than so many wait. */
export class InOrder<Item> {
  readonly #take: (item: Item) => Promise<void>
  readonly #onFailure: (error: unknown) => void
  readonly #max: number
  readonly #waiting: Item[] = []
  #isBusy = false
  #isClosed = false

  constructor(take: (item: Item) => Promise<void>, onFailure: (error: unknown) => void, max: number) {
    this.#take = take
    this.#onFailure = onFailure
    this.#max = max
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  /** False if it is lost: too many wait already. */
  add(item: Item): boolean {
    if (this.#isClosed || this.#waiting.length >= this.#max) return false
    this.#waiting.push(item)
    if (!this.#isBusy) void this.#work()
    return true
  }

  close(): void {
    this.#isClosed = true
    this.#waiting.length = 0
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) {
      try {
        await this.#take(item)
      } catch (error) {
        this.#onFailure(error)
      }
    }
    this.#isBusy = false
  }
}
