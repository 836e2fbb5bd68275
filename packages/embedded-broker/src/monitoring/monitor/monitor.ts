import * as v from 'valibot'
import type { BrokerNode, Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { type Bucket, bucketWidth, listBuckets, toBuckets } from './monitor-buckets.ts'
import { type NodeSample, type SampleField, sampleFields } from './node-sample.ts'

const kind = 'monitor'

const chunkLength = 10 * 60 * 1000

export const keptFor = 7 * 24 * 60 * 60 * 1000

const chunkSchema = v.record(v.string(), v.array(v.number()))

/** From this width on, in milliseconds, the buckets of a chunk are few enough to be cached. */
const keptWidth = 5 * 60 * 1000

/** Holds the samples of seven days. On disk a chunk is one record, which is written once a minute while it grows. */
export class MonitorHistory {
  readonly #store: Store
  readonly #chunks = new Map<number, Chunk>()
  /** The cached buckets of each chunk: otherwise a long range would combine 180,000 samples on each request. */
  readonly #digests = new Map<number, Map<string, ReadonlyMap<number, NodeSample>>>()
  #unsaved: number | undefined

  constructor(store: Store) {
    this.#store = store
    for (const [start, chunk] of readRecords(store, kind, chunkSchema)) {
      this.#chunks.set(Number(start), new Map(Object.entries(chunk)))
    }
  }

  async add(node: string, sample: NodeSample): Promise<void> {
    const start = sample.time - (sample.time % chunkLength)
    if (this.#unsaved !== undefined && this.#unsaved !== start) await this.save()
    let chunk = this.#chunks.get(start)
    if (chunk === undefined) {
      chunk = new Map()
      this.#chunks.set(start, chunk)
      await this.#forgetBefore(sample.time - keptFor)
    }
    const rows = chunk.get(node) ?? []
    chunk.set(node, rows)
    for (const field of sampleFields) rows.push(sample[field])
    this.#digests.delete(start)
    this.#unsaved = start
  }

  /** Yields the samples since a moment, oldest chunk first, of all nodes or of one. */
  *since(from: number, node?: string): Generator<readonly [node: string, sample: NodeSample]> {
    for (const start of this.#startsSince(from)) yield* this.#samples(start, from, node)
  }

  /**
   * Returns these samples as buckets. The width of a bucket divides the length of a chunk, so no bucket spans two
   * chunks.
   */
  buckets(width: number, from: number, node?: string): Map<number, NodeSample> {
    const all = new Map<number, NodeSample>()
    for (const start of this.#startsSince(from)) {
      const isWhole = start >= from && width >= keptWidth
      const found = isWhole
        ? this.#digest(start, width, node)
        : toBuckets(this.#samples(start, from, node), width)
      for (const [time, sample] of found) all.set(time, sample)
    }
    return all
  }

  #startsSince(from: number): number[] {
    const starts = [...this.#chunks.keys()].filter((start) => start + chunkLength >= from)
    return starts.sort((a, b) => a - b)
  }

  *#samples(
    start: number,
    from: number,
    node: string | undefined,
  ): Generator<readonly [node: string, sample: NodeSample]> {
    for (const [name, rows] of this.#chunks.get(start) ?? []) {
      if (node !== undefined && name !== node) continue
      for (let at = 0; at < rows.length; at += sampleFields.length) {
        if ((rows[at] ?? 0) >= from) yield [name, sampleAt(rows, at)]
      }
    }
  }

  #digest(start: number, width: number, node: string | undefined): ReadonlyMap<number, NodeSample> {
    const digests = this.#digests.get(start) ?? new Map<string, ReadonlyMap<number, NodeSample>>()
    this.#digests.set(start, digests)
    const key = JSON.stringify([width, node])
    const digest = digests.get(key) ?? toBuckets(this.#samples(start, start, node), width)
    digests.set(key, digest)
    return digest
  }

  async save(): Promise<void> {
    const start = this.#unsaved
    const chunk = start === undefined ? undefined : this.#chunks.get(start)
    this.#unsaved = undefined
    if (chunk !== undefined) await this.#store.put(kind, String(start), Object.fromEntries(chunk))
  }

  async clear(): Promise<void> {
    this.#unsaved = undefined
    await this.#forgetBefore(Number.POSITIVE_INFINITY)
  }

  async #forgetBefore(end: number): Promise<void> {
    const old = [...this.#chunks.keys()].filter((start) => start + chunkLength <= end)
    for (const start of old) {
      this.#chunks.delete(start)
      this.#digests.delete(start)
    }
    await Promise.all(old.map((start) => this.#store.remove(kind, String(start))))
  }
}

export const sampleInterval = 10_000
const saveInterval = 60_000
/** Rates over a shorter time than this, in milliseconds, fluctuate too much. */
const shortestWindow = 5000

interface Counters {
  readonly received: number
  readonly sent: number
  readonly dropped: number
}

interface Reading extends Counters {
  readonly at: number
  /** The start of the node, at which its counters start from zero. */
  readonly startedAt: number
}

/** Observes the traffic of the nodes: its history in buckets, and the current rates. */
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

  /** Returns the history of the last `latest` seconds; without it, all stored samples. */
  history(latest: number | undefined, node?: string): Bucket[] {
    const now = this.#clock.now()
    const range = Math.min(latest === undefined ? Number.POSITIVE_INFINITY : latest * 1000, keptFor)
    const from = now - range
    // The full range starts with its first sample: the time before the installation of the broker is not a gap.
    const start = range < keptFor ? from : Number.NEGATIVE_INFINITY
    const width = bucketWidth(range)
    return listBuckets(this.#history.buckets(width, from, node), width, start, now)
  }

  /** Returns the current rates of a node, in messages per second. */
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

/** The samples of ten minutes: for each node, its rows one after the other. */
type Chunk = Map<string, number[]>

function sampleAt(rows: readonly number[], at: number): NodeSample {
  const value = (field: SampleField) => rows[at + sampleFields.indexOf(field)] ?? 0
  return {
    time: value('time'),
    connections: value('connections'),
    live_connections: value('live_connections'),
    topics: value('topics'),
    subscriptions: value('subscriptions'),
    received: value('received'),
    sent: value('sent'),
    dropped: value('dropped'),
  }
}
