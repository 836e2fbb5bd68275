import { maxTopicMetrics } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { maxTopicBytes } from '@brokerdeck/languages/topic.ts'
import type { Config } from '../../config/config.ts'
import { topicMetricsRoot } from '../../config/roots/topic-roots.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type CounterName, counterNames, TopicCounters } from './topic-counters.ts'

export interface CountedTopic {
  readonly topic: string
  /** The time of registration, or of this broker's start if that is later, in milliseconds since the epoch. */
  readonly createdAt: number
  /** The sums of all running nodes. */
  readonly figures: ReadonlyMap<CounterName, { readonly count: number; readonly rate: number }>
}

/**
 * Throws if a list of topics cannot be counted; also called when the whole list is written as a part of the
 * configuration.
 */
function refuseUncountable(listed: readonly { readonly topic: string }[]): void {
  if (listed.some(({ topic }) => /[+#]/.test(topic))) {
    throw refusal(400, 'BAD_TOPIC', 'Wildcard topic is not supported')
  }
  if (listed.some(({ topic }) => Buffer.byteLength(topic) > maxTopicBytes)) {
    throw refusal(400, 'BAD_TOPIC', 'Topic is too long')
  }
  if (listed.length > maxTopicMetrics) {
    throw refusal(409, 'EXCEED_LIMIT', `Max topic metrics count is ${maxTopicMetrics}`)
  }
}

interface Entry {
  readonly createdAt: number
  /** The counters by node. */
  readonly counters: Map<string, TopicCounters>
}

/**
 * Counts the messages of registered topics. The list of topics is a part of the configuration; while it is empty, no
 * message events are observed.
 */
export class TopicMetrics {
  readonly #cluster: Cluster
  readonly #config: Config
  readonly #clock: Clock
  readonly #entries = new Map<string, Entry>()
  /** The last change. Changes run one after the other, because each writes the whole list. */
  #last: Promise<unknown> = Promise.resolve()
  #stopCounting: (() => void) | undefined
  readonly #stops: readonly (() => void)[]

  constructor({ cluster, config, clock }: { cluster: Cluster; config: Config; clock: Clock }) {
    this.#cluster = cluster
    this.#config = config
    this.#clock = clock
    const follow = (listed: readonly { readonly topic: string }[]) =>
      this.#follow(new Set(listed.map(({ topic }) => topic)))
    follow(config.get(topicMetricsRoot))
    this.#stops = [
      config.guard(topicMetricsRoot, refuseUncountable),
      config.onChange(topicMetricsRoot, follow),
      cluster.on('node-stopped', ({ node }) => {
        for (const { counters } of this.#entries.values()) counters.delete(node)
      }),
    ]
  }

  /** Lists the topics in reverse order, as EMQX does. */
  list(): readonly CountedTopic[] {
    const topics = [...this.#entries.keys()].sort((a, b) => Buffer.compare(Buffer.from(b), Buffer.from(a)))
    return topics.flatMap((topic) => this.get(topic) ?? [])
  }

  get(topic: string): CountedTopic | undefined {
    const entry = this.#entries.get(topic)
    if (entry === undefined) return undefined
    const ofNodes = [...entry.counters.values()]
    const sum = (one: (counters: TopicCounters) => number) =>
      ofNodes.reduce((total, counters) => total + one(counters), 0)
    const figures = counterNames.map((name) => {
      const count = sum((counters) => counters.count(name))
      return [name, { count, rate: sum((counters) => counters.rate(name)) }] as const
    })
    return { topic, createdAt: entry.createdAt, figures: new Map(figures) }
  }

  add(topic: string): Promise<void> {
    return this.#change((topics) => {
      if (topics.includes(topic)) throw refusal(400, 'BAD_TOPIC', 'Topic already registered')
      return [...topics, topic]
    })
  }

  remove(topic: string): Promise<void> {
    return this.#change((topics) => topics.filter((one) => one !== topic))
  }

  /** Resets the counters of one topic, or of all topics. */
  reset(topic?: string): void {
    for (const [name, { counters }] of this.#entries) {
      if (topic !== undefined && name !== topic) continue
      for (const one of counters.values()) one.reset()
    }
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#stopCounting?.()
  }

  #change(next: (topics: readonly string[]) => readonly string[]): Promise<void> {
    const turn = this.#last.then(async () => {
      const topics = next(this.#config.get(topicMetricsRoot).map(({ topic }) => topic))
      await this.#config.put(
        topicMetricsRoot.name,
        topics.map((topic) => ({ topic })),
      )
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  #follow(topics: ReadonlySet<string>): void {
    for (const topic of this.#entries.keys()) if (!topics.has(topic)) this.#entries.delete(topic)
    for (const topic of topics) {
      if (this.#entries.has(topic)) continue
      this.#entries.set(topic, { createdAt: this.#clock.now(), counters: new Map() })
    }
    if (this.#entries.size > 0) this.#stopCounting ??= this.#count()
    else {
      this.#stopCounting?.()
      this.#stopCounting = undefined
    }
  }

  #count(): () => void {
    const stops = [
      this.#cluster.on('published', ({ message: { topic, qos }, node }) => this.#add(topic, node, 'in', qos)),
      this.#cluster.on('delivered', ({ session: { node }, message: { topic }, qos }) =>
        this.#add(topic, node, 'out', qos),
      ),
      // A message that a session drops had a subscriber: EMQX counts only messages without subscribers.
      this.#cluster.on('dropped', ({ message: { topic }, reason, node }) => {
        if (reason === 'no_subscribers') this.#getCounters(topic, node)?.add('dropped')
      }),
      this.#clock.every(1000, () => {
        for (const { counters } of this.#entries.values()) for (const one of counters.values()) one.tick()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  #add(topic: string, node: string, way: 'in' | 'out', qos: 0 | 1 | 2): void {
    const counters = this.#getCounters(topic, node)
    counters?.add(way)
    counters?.add(`qos${qos}.${way}`)
  }

  #getCounters(topic: string, node: string): TopicCounters | undefined {
    const entry = this.#entries.get(topic)
    if (entry === undefined) return undefined
    const counters = entry.counters.get(node) ?? new TopicCounters()
    entry.counters.set(node, counters)
    return counters
  }
}
