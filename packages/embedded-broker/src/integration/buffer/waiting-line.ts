import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Delivery } from '../drivers/driver.ts'
import type { DropReason } from './action-metrics.ts'

/** How it ended for one row. */
export type Outcome =
  | Exclude<Delivery, { kind: 'retry' }>
  | { readonly kind: 'dropped'; readonly reason: DropReason }

/** One row that is to be handed over. */
export interface WaitingRow {
  readonly row: TermMap
  readonly bytes: number
  /** Its place among all that came. */
  readonly place: number
  readonly since: number
  readonly expires: number
  readonly settle: (outcome: Outcome) => void
}

/** Taken from a list in front, a hundred thousand would be moved for each one. */
const mostTaken = 1024

/** First in, first out. */
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

  /** When the first came. */
  get since(): number {
    return this.#items[this.#taken]?.since ?? 0
  }

  /** When the first is too old; nobody is, where nobody waits. */
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
