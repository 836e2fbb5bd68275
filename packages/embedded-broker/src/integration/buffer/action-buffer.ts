import { isList, isMap, type Term, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { BufferGauges } from './action-metrics.ts'
import { type BufferParts, BufferWorker } from './buffer-worker.ts'
import type { Outcome } from './waiting-line.ts'

/** The buffer of an action on a node, with as many queues as the action has workers. */
export class ActionBuffer {
  readonly #parts: BufferParts
  readonly #workers = new Map<number, BufferWorker>()
  #place = 0
  /** The functions that stop the timers, which run only while rows wait. */
  #stops: readonly (() => void)[] = []

  constructor(parts: BufferParts) {
    this.#parts = parts
    parts.metrics.watch(() => this.#gauges)
  }

  /** Queues a row. Rows with the same key, such as a client identifier, keep their order. */
  send(row: TermMap, key: string, settle: (outcome: Outcome) => void = () => undefined): void {
    const { metrics, options, clock } = this.#parts
    metrics.countMatched()
    const since = clock.now()
    const times = { since, expires: since + options.requestTtl }
    const waiting = { row, bytes: termBytes(row), place: this.#place++, ...times, settle }
    this.#getWorker(key).push(waiting)
    this.#watch()
  }

  /** Retries the waiting rows, because the target may be available again. */
  async resume(): Promise<void> {
    await Promise.all(Array.from(this.#workers.values(), (worker) => worker.resume()))
    this.#watch()
  }

  /** Drops the waiting rows. */
  close(): void {
    this.#rest()
    for (const worker of this.#workers.values()) worker.close()
    this.#workers.clear()
  }

  #getWorker(key: string): BufferWorker {
    const index = computeHash(key) % this.#parts.options.workers
    const worker = this.#workers.get(index) ?? new BufferWorker(this.#parts)
    this.#workers.set(index, worker)
    return worker
  }

  #watch(): void {
    const isIdle = [...this.#workers.values()].every((worker) => worker.isIdle)
    if (isIdle) this.#rest()
    if (isIdle || this.#stops.length > 0) return
    const { clock, options } = this.#parts
    const { batchTime, resumeInterval } = options
    this.#stops = [
      clock.every(resumeInterval, () => this.resume()),
      ...(batchTime === 0 ? [] : [clock.every(batchTime, () => this.#sendBatches())]),
    ]
  }

  #sendBatches(): void {
    for (const worker of this.#workers.values()) worker.send()
    this.#watch()
  }

  #rest(): void {
    for (const stop of this.#stops) stop()
    this.#stops = []
  }

  get #gauges(): BufferGauges {
    const all = Array.from(this.#workers.values(), ({ gauges }) => gauges)
    const sum = (name: keyof BufferGauges) => all.reduce((total, gauges) => total + gauges[name], 0)
    return { queuing: sum('queuing'), queuing_bytes: sum('queuing_bytes'), inflight: sum('inflight') }
  }
}

function computeHash(key: string): number {
  let hash = 0
  for (let at = 0; at < key.length; at++) hash = (hash * 31 + key.charCodeAt(at)) >>> 0
  return hash
}

const ofNumber = 9

const ofEntry = 8

/** Estimates the memory of a waiting value; enforcing the limit of a buffer must cost less than its contents. */
function termBytes(term: Term): number {
  if (typeof term === 'string') return Buffer.byteLength(term)
  if (term instanceof Uint8Array) return term.length
  if (isList(term)) return term.reduce((sum: number, one) => sum + ofEntry + termBytes(one), ofEntry)
  if (!isMap(term)) return ofNumber
  let sum = ofEntry
  for (const [key, value] of term) sum += ofEntry + Buffer.byteLength(key) + termBytes(value)
  return sum
}
