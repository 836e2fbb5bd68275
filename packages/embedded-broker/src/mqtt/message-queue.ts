interface Prioritized {
  readonly priority: number
}

/** Messages in the order of their delivery: the highest priority first, within one the oldest first. */
export class MessageQueue<Entry extends Prioritized> {
  readonly #entries: Entry[] = []

  get length(): number {
    return this.#entries.length
  }

  get first(): Entry | undefined {
    return this.#entries[0]
  }

  [Symbol.iterator](): IterableIterator<Entry> {
    return this.#entries.values()
  }

  /** Returns the oldest one of its priority when those are more than may be: it had to go. */
  add(entry: Entry, maxOfPriority: number): Entry | undefined {
    const start = this.#countWhile(({ priority }) => priority > entry.priority)
    const end = this.#countWhile(({ priority }) => priority >= entry.priority)
    this.#entries.splice(end, 0, entry)
    return end + 1 - start > maxOfPriority ? this.#entries.splice(start, 1)[0] : undefined
  }

  shift(): Entry | undefined {
    return this.#entries.shift()
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
