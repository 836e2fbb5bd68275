/** A number that rises and falls, with its high-water mark. */
export class Gauge {
  #count = 0
  #max = 0

  get count(): number {
    return this.#count
  }

  get max(): number {
    return this.#max
  }

  add(by: number): void {
    this.set(this.#count + by)
  }

  set(count: number): void {
    this.#count = count
    if (count > this.#max) this.#max = count
  }

  reset(): void {
    this.#count = 0
    this.#max = 0
  }
}
