import type { Message } from '../node/cluster.ts'
import { sizeOfMessage } from '../persistence/message-record.ts'
import type { CapacityFigures, CapacityLimits, Overrun } from './capacity-limits.ts'

/** Counts the stored messages and subscriptions, and tells whether more fit within the limits. */
export class Capacity implements CapacityFigures {
  readonly limits: CapacityLimits
  readonly #holders = new Map<string, { count: number; readonly size: number }>()
  #messageBytes = 0
  #subscriptions = 0
  #subscriptionBytes = 0
  readonly #onOverrun: (overrun: Overrun, clientid: string) => void

  constructor(limits: CapacityLimits, onOverrun: (overrun: Overrun, clientid: string) => void) {
    this.limits = limits
    this.#onOverrun = onOverrun
  }

  get messageBytes(): number {
    return this.#messageBytes
  }

  get subscriptions(): number {
    return this.#subscriptions
  }

  overran(overrun: Overrun, clientid: string): void {
    this.#onOverrun(overrun, clientid)
  }

  hasRoomFor(message: Message): boolean {
    const { limits } = this
    return this.#holders.has(message.id) || this.#messageBytes + sizeOfMessage(message) <= limits.messageBytes
  }

  /** Counts one more holder of the message. */
  hold(message: Message): void {
    const held = this.#holders.get(message.id)
    if (held !== undefined) {
      held.count += 1
      return
    }
    const size = sizeOfMessage(message)
    this.#holders.set(message.id, { count: 1, size })
    this.#messageBytes += size
  }

  release({ id }: Message): void {
    const held = this.#holders.get(id)
    if (held === undefined) return
    held.count -= 1
    if (held.count > 0) return
    this.#holders.delete(id)
    this.#messageBytes -= held.size
  }

  hasRoomForFilter(filter: string): boolean {
    const { subscriptions, subscriptionBytes } = this.limits
    return (
      this.#subscriptions < subscriptions &&
      this.#subscriptionBytes + sizeOfFilter(filter) <= subscriptionBytes
    )
  }

  countFilter(filter: string, by: 1 | -1): void {
    this.#subscriptions += by
    this.#subscriptionBytes += by * sizeOfFilter(filter)
  }
}

/**
 * Estimates the memory of a subscription from measurements: the subscription with its route, and the topic levels
 * that may exist for it alone.
 */
function sizeOfFilter(filter: string): number {
  let levels = 1
  for (let at = filter.indexOf('/'); at !== -1; at = filter.indexOf('/', at + 1)) levels++
  return 500 + 2 * filter.length + 200 * levels
}
