import { getHeapStatistics } from 'node:v8'
import type { WaitingRow } from './waiting-line.ts'

/** Who drops the first of its queue when asked, unless that is another one by now: what is under way stays. */
export interface BudgetedQueue {
  dropFirst(expected: WaitingRow): void
}

interface Entry {
  readonly queue: BudgetedQueue
  readonly item: WaitingRow
}

/** What a row takes beside what it holds: its map, its place in the queue, its promise. */
const bytesOfRow = 1024
/** The line is not swept for fewer. */
const fewEntries = 4096

/** A quarter of what the process may take: what else the broker keeps needs the rest. */
const usualBudget = () => Math.floor(getHeapStatistics().heap_size_limit / 4)

const getCost = ({ bytes }: WaitingRow) => bytes + bytesOfRow

/**
 * A bound over the buffers of all actions together: each has its own, but thousands with a target that is away would
 * end the process long before. The oldest of all goes first, whoever keeps it.
 */
export class BufferBudget {
  readonly #limit: number
  /** All that came, the oldest first; who left stays in it until it is swept. */
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

  /** Once it stands in its queue, before any of it is handed over. */
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

  /** However it ended. */
  release(item: WaitingRow): void {
    if (this.#kept.delete(item)) this.#bytes -= getCost(item)
  }

  #sweep(): void {
    if (this.#line.length < fewEntries + 2 * this.#kept.size) return
    this.#line = this.#line.slice(this.#next).filter(({ item }) => this.#kept.has(item))
    this.#next = 0
  }
}
