import * as v from 'valibot'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { toBuckets } from './monitor-buckets.ts'
import { type NodeSample, type SampleField, sampleFields } from './node-sample.ts'

const kind = 'monitor'
const chunkLength = 10 * 60 * 1000
export const keptFor = 7 * 24 * 60 * 60 * 1000
const chunkSchema = v.record(v.string(), v.array(v.number()))
/** Samples of ten minutes: per node the rows one after the other. */
type Chunk = Map<string, number[]>
/** From this width on the buckets of a chunk are few enough to be kept. */
const keptWidth = 5 * 60 * 1000

/** Samples of seven days. On disk a chunk is one record, written once a minute while it grows. */
export class MonitorHistory {
  readonly #store: Store
  readonly #chunks = new Map<number, Chunk>()
  /** Per chunk what was asked of it before: a long range would otherwise put 180,000 samples together each time. */
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

  /** Samples since a moment, oldest chunk first, of all nodes or of one. */
  *since(from: number, node?: string): Generator<readonly [node: string, sample: NodeSample]> {
    for (const start of this.#startsSince(from)) yield* this.#samples(start, from, node)
  }

  /** The same as buckets. Their width divides the length of a chunk, so none spans two. */
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
