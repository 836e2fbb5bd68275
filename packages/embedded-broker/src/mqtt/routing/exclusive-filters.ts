import type { Subscriber } from '../session/subscriber.ts'

const prefix = '$exclusive/'

/** Returns the filter of an EMQX exclusive subscription, which only one session of the cluster may hold. */
export function exclusiveFilter(topic: string): string | undefined {
  return topic.startsWith(prefix) && topic.length > prefix.length ? topic.slice(prefix.length) : undefined
}

export class ExclusiveFilters {
  readonly #holders = new Map<string, Subscriber>()

  /** Claims a filter; returns false if another subscriber holds it. */
  claim(filter: string, by: Subscriber): boolean {
    const holder = this.#holders.get(filter)
    if (holder !== undefined && holder !== by) return false
    this.#holders.set(filter, by)
    return true
  }

  release(filter: string, by: Subscriber): void {
    if (this.#holders.get(filter) === by) this.#holders.delete(filter)
  }
}
