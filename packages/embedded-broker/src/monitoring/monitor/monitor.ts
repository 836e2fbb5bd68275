import type { Clock } from '../../broker/clock.ts'
import type { BrokerNode, Cluster } from '../../mqtt/cluster.ts'
import type { Store } from '../../storage/store.ts'
import { type Bucket, bucketWidth, listBuckets } from './monitor-buckets.ts'
import { keptFor, MonitorHistory } from './monitor-history.ts'

export const sampleInterval = 10_000
const saveInterval = 60_000
/** A rate over less than this jumps about. */
const shortestWindow = 5000

interface Counters {
  readonly received: number
  readonly sent: number
  readonly dropped: number
}

interface Reading extends Counters {
  readonly at: number
  /** Counters start anew with the node. */
  readonly startedAt: number
}

/** Watches what flows through the nodes: history in buckets and rates of the moment. */
export class Monitor {
  readonly #cluster: Cluster
  readonly #clock: Clock
  readonly #history: MonitorHistory
  /** The last two readings of each node, older first. */
  readonly #readings = new Map<string, Reading[]>()
  #savedAt = 0

  constructor(cluster: Cluster, store: Store, clock: Clock) {
    this.#cluster = cluster
    this.#clock = clock
    this.#history = new MonitorHistory(store)
  }

  async sample(): Promise<void> {
    const now = this.#clock.now()
    const time = Math.round(now / sampleInterval) * sampleInterval
    for (const node of this.#cluster.nodes) {
      if (!node.isRunning) {
        this.#readings.delete(node.name)
        continue
      }
      const before = this.#readings.get(node.name)?.at(-1)
      const reading = this.#remember(node)
      const stats = node.stats()
      await this.#history.add(node.name, {
        time,
        connections: stats['connections.count'] ?? 0,
        live_connections: stats['live_connections.count'] ?? 0,
        topics: stats['topics.count'] ?? 0,
        subscriptions: stats['subscriptions.count'] ?? 0,
        ...difference(before, reading),
      })
    }
    if (now - this.#savedAt < saveInterval) return
    this.#savedAt = now
    await this.#history.save()
  }

  /** `latest` in seconds; without it all that is kept. */
  history(latest: number | undefined, node?: string): Bucket[] {
    const now = this.#clock.now()
    const range = Math.min(latest === undefined ? Number.POSITIVE_INFINITY : latest * 1000, keptFor)
    const from = now - range
    // A long range starts with its first sample: hours before the broker was installed are no gap.
    const start = range < keptFor ? from : Number.NEGATIVE_INFINITY
    const width = bucketWidth(range)
    return listBuckets(this.#history.buckets(width, from, node), width, start, now)
  }

  /** Messages per second of a node. */
  rates(node: BrokerNode): Counters {
    const now = this.#read(node)
    const readings = this.#readings.get(node.name) ?? []
    const before = readings.findLast((one) => now.at - one.at >= shortestWindow) ?? readings[0]
    const seconds = (now.at - (before?.at ?? node.startedAt)) / 1000
    if (seconds <= 0) return { received: 0, sent: 0, dropped: 0 }
    const { received, sent, dropped } = difference(before, now)
    return {
      received: Math.round(received / seconds),
      sent: Math.round(sent / seconds),
      dropped: Math.round(dropped / seconds),
    }
  }

  clear(): Promise<void> {
    return this.#history.clear()
  }

  save(): Promise<void> {
    return this.#history.save()
  }

  #remember(node: BrokerNode): Reading {
    const reading = this.#read(node)
    const before = this.#readings.get(node.name)?.slice(-1) ?? []
    this.#readings.set(node.name, [...before, reading])
    return reading
  }

  #read(node: BrokerNode): Reading {
    const metrics = node.metrics()
    return {
      at: this.#clock.now(),
      startedAt: node.startedAt,
      received: metrics['messages.received'] ?? 0,
      sent: metrics['messages.sent'] ?? 0,
      dropped: metrics['messages.dropped'] ?? 0,
    }
  }
}

function difference(before: Reading | undefined, now: Reading): Counters {
  const isSameRun = before !== undefined && before.startedAt === now.startedAt
  return {
    received: now.received - (isSameRun ? before.received : 0),
    sent: now.sent - (isSameRun ? before.sent : 0),
    dropped: now.dropped - (isSameRun ? before.dropped : 0),
  }
}
