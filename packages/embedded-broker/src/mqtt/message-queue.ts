interface Waiting {
  readonly priority: number
  /** In bytes. */
  readonly size: number
}

export interface QueueLimits {
  /** Of each priority. */
  readonly length: number
  readonly bytes: number
}

/** Messages in the order of their delivery: the highest priority first, within one the oldest first. */
export class MessageQueue<Entry extends Waiting> {
  readonly #entries: Entry[] = []
  #bytes = 0

  get length(): number {
    return this.#entries.length
  }

  get bytes(): number {
    return this.#bytes
  }

  get first(): Entry | undefined {
    return this.#entries[0]
  }

  [Symbol.iterator](): IterableIterator<Entry> {
    return this.#entries.values()
  }

  /**
   * Returns those that had to go: the oldest one of its priority when those are more than may be, and the oldest of the
   * lowest priority while all together are too large. One message may always wait, however large.
   */
  add(entry: Entry, limits: QueueLimits): readonly Entry[] {
    const start = this.#countWhile(({ priority }) => priority > entry.priority)
    const end = this.#countWhile(({ priority }) => priority >= entry.priority)
    this.#entries.splice(end, 0, entry)
    this.#bytes += entry.size
    const lost: Entry[] = []
    if (end + 1 - start > limits.length) lost.push(...this.#takeOut(start))
    while (this.#bytes > limits.bytes && this.#entries.length > 1) {
      const lowest = this.#entries.at(-1)?.priority ?? 0
      lost.push(...this.#takeOut(this.#countWhile(({ priority }) => priority > lowest)))
    }
    return lost
  }

  shift(): Entry | undefined {
    return this.#takeOut(0)[0]
  }

  #takeOut(at: number): Entry[] {
    const taken = this.#entries.splice(at, 1)
    for (const { size } of taken) this.#bytes -= size
    return taken
  }

  /** How many at the front fulfil what the ones behind them do not: a search by halves. */
  #countWhile(isInFront: (entry: Entry) => boolean): number {
    let from = 0
    let to = this.#entries.length
    while (from < to) {
      const middle = (from + to) >> 1
      const entry = this.#entries[middle]
      if (entry !== undefined && isInFront(entry)) from = middle + 1
      else to = middle
    }
    return from
  }
}
