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
  /** When the rate was last worked out. */
  before: number
  rate: number
}

/** EMQX's way: once a second a fifth of what the last second differs from the rate. */
const smoothing = 5

/** The messages of one topic on one node. */
export class TopicCounters {
  readonly #counters = new Map<CounterName, Counter>(
    counterNames.map((name) => [name, { count: 0, before: 0, rate: 0 }]),
  )

  add(name: CounterName): void {
    const counter = this.#counters.get(name)
    if (counter !== undefined) counter.count++
  }

  /** Once a second. */
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

  /** Messages per second. */
  rate(name: CounterName): number {
    return this.#counters.get(name)?.rate ?? 0
  }
}
