import { MalformedAnswerError } from './answer-guard.ts'

const slots = 16_384
/** Each slot has one node; the library iterates over all announced slots. */
const mostNamed = 4 * slots

/**
 * Checks the response to `CLUSTER SLOTS`, which the library reads without validation: a malformed response would end
 * the process.
 */
export class SlotsCheck {
  /** The index of the next element in each open list. */
  readonly #places: number[] = []
  #start = 0
  #named = 0

  enter(): void {
    this.#places.push(0)
  }

  leave(): void {
    this.#places.pop()
  }

  /** Throws unless this value is valid at this position. */
  check(level: number, kind: string, head: string): void {
    const place = this.#places[level - 1] ?? 0
    if (level > 0) this.#places[level - 1] = place + 1
    else this.#named = 0
    if (!this.#fits(level, place, kind, head))
      throw new MalformedAnswerError(`slots, ${JSON.stringify(head)}`)
  }

  #fits(level: number, place: number, kind: string, head: string): boolean {
    const count = Number(head.slice(1))
    const isList = kind === '*' && count >= 2
    // The response that sets the name of the same connection comes first.
    if (level === 0) return kind === '+' || kind === '-' || (kind === '*' && count >= 0)
    if (level === 1) return isList
    if (level === 2) return place < 2 ? kind === ':' && this.#isSlot(place, count) : isList
    if (level === 3 && place < 2) return kind === (place === 0 ? '$' : ':')
    return true
  }

  #isSlot(place: number, slot: number): boolean {
    if (!(Number.isInteger(slot) && slot >= 0 && slot < slots)) return false
    if (place === 0) this.#start = slot
    else this.#named += Math.max(0, slot - this.#start + 1)
    return this.#named <= mostNamed
  }
}
