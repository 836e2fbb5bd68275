import { getHeapStatistics } from 'node:v8'
import type { WaitingRow } from './waiting-line.ts'

/** A queue that drops its first row on request, unless its first row has changed: rows under way stay. */
export interface BudgetedQueue {
  dropFirst(expected: WaitingRow): void
}

interface Entry {
  readonly queue: BudgetedQueue
  readonly item: WaitingRow
}

/** The overhead of a row in bytes beside its contents: its map, its place in the queue, its promise. */
const bytesOfRow = 1024
/** The list is swept only if it has at least this many entries. */
const fewEntries = 4096

/** Returns a quarter of the heap limit: the rest of the broker needs the remaining memory. */
const usualBudget = () => Math.floor(getHeapStatistics().heap_size_limit / 4)

const getCost = ({ bytes }: WaitingRow) => bytes + bytesOfRow

/**
 * A limit over the buffers of all actions together: each buffer has its own limit, but thousands of buffers with an
 * unreachable target would exhaust the memory long before. The oldest row of all buffers is dropped first.
 */
export class BufferBudget {
  readonly #limit: number
  /** All rows that were added, the oldest first; finished rows stay in the list until it is swept. */
  #line: Entry[] = []
  #next = 0
  readonly #kept = new Set<WaitingRow>()
  #bytes = 0

  constructor(limit = usualBudget()) {
    this.#limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Adds a row after it was queued, before any part of it is delivered. */
  keep(queue: BudgetedQueue, item: WaitingRow): void {
    this.#kept.add(item)
    this.#bytes += getCost(item)
    this.#line.push({ queue, item })
    while (this.#bytes > this.#limit && this.#next < this.#line.length) {
      const oldest = this.#line[this.#next++]
      if (oldest !== undefined && this.#kept.has(oldest.item)) oldest.queue.dropFirst(oldest.item)
    }
    this.#sweep()
  }

  /** Releases a row, whatever its outcome. */
  release(item: WaitingRow): void {
    if (this.#kept.delete(item)) this.#bytes -= getCost(item)
  }

  #sweep(): void {
    if (this.#line.length < fewEntries + 2 * this.#kept.size) return
    this.#line = this.#line.slice(this.#next).filter(({ item }) => this.#kept.has(item))
    this.#next = 0
  }
}
