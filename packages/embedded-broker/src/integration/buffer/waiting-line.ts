import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Delivery } from '../drivers/driver.ts'
import type { DropReason } from './action-metrics.ts'

/** The outcome of a row. */
export type Outcome =
  | Exclude<Delivery, { kind: 'retry' }>
  | { readonly kind: 'dropped'; readonly reason: DropReason }

/** A row that is to be delivered. */
export interface WaitingRow {
  readonly row: TermMap
  readonly bytes: number
  /** The position of the row among all rows that were added. */
  readonly place: number
  readonly since: number
  readonly expires: number
  readonly settle: (outcome: Outcome) => void
}

/**
 * The number of taken rows after which the list is cut: cutting it for each row would move up to a hundred thousand
 * entries.
 */
const mostTaken = 1024

/** A first-in, first-out queue. */
export class WaitingLine {
  bytes = 0
  #items: WaitingRow[] = []
  #taken = 0

  get length(): number {
    return this.#items.length - this.#taken
  }

  get first(): WaitingRow | undefined {
    return this.#items[this.#taken]
  }

  /** The time at which the first row was added. */
  get since(): number {
    return this.#items[this.#taken]?.since ?? 0
  }

  /** The time at which the first row expires; `Infinity` if no row waits. */
  get expires(): number {
    return this.#items[this.#taken]?.expires ?? Number.POSITIVE_INFINITY
  }

  push(item: WaitingRow): void {
    this.#items.push(item)
    this.bytes += item.bytes
  }

  take(count: number): readonly WaitingRow[] {
    const taken = this.#items.slice(this.#taken, this.#taken + count)
    for (const { bytes } of taken) this.bytes -= bytes
    this.#taken += taken.length
    if (this.#taken > mostTaken || this.length === 0) {
      this.#items = this.#items.slice(this.#taken)
      this.#taken = 0
    }
    return taken
  }
}
