import type { QoS } from '../../mqtt/node/cluster.ts'

export type CounterName = 'in' | 'out' | 'dropped' | `qos${QoS}.${'in' | 'out'}`

export const counterNames: readonly CounterName[] = [
  'dropped',
  'in',
  'out',
  'qos0.in',
  'qos0.out',
  'qos1.in',
  'qos1.out',
  'qos2.in',
  'qos2.out',
]

interface Counter {
  count: number
  /** The count when the rate was last computed. */
  before: number
  rate: number
}

/** As in EMQX, the rate changes once a second by a fifth of its difference from the last second's count. */
const smoothing = 5

/** Counts the messages of one topic on one node. */
export class TopicCounters {
  readonly #counters = new Map<CounterName, Counter>(
    counterNames.map((name) => [name, { count: 0, before: 0, rate: 0 }]),
  )

  add(name: CounterName): void {
    const counter = this.#counters.get(name)
    if (counter !== undefined) counter.count++
  }

  /** Updates the rates; called once a second. */
  tick(): void {
    for (const counter of this.#counters.values()) {
      counter.rate += (counter.count - counter.before - counter.rate) / smoothing
      counter.before = counter.count
    }
  }

  reset(): void {
    for (const counter of this.#counters.values()) Object.assign(counter, { count: 0, before: 0, rate: 0 })
  }

  count(name: CounterName): number {
    return this.#counters.get(name)?.count ?? 0
  }

  /** Returns the rate in messages per second. */
  rate(name: CounterName): number {
    return this.#counters.get(name)?.rate ?? 0
  }
}
