/** Takes one thing after the other, however long each takes; what comes while too many wait is lost. */
export class InOrder<Item> {
  readonly #take: (item: Item) => Promise<void>
  readonly #onFailure: (error: unknown) => void
  readonly #max: number
  readonly #waiting: Item[] = []
  #isBusy = false

  constructor(take: (item: Item) => Promise<void>, onFailure: (error: unknown) => void, max: number) {
    this.#take = take
    this.#onFailure = onFailure
    this.#max = max
  }

  add(item: Item): void {
    if (this.#waiting.length >= this.#max) return
    this.#waiting.push(item)
    if (!this.#isBusy) void this.#work()
  }

  close(): void {
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
