import { randomBytes } from 'node:crypto'
import type { TraceStatus } from '@brokerdeck/contract/diagnose/trace.ts'
import { answeringNode } from '../../broker/answering-node.ts'
import type { Clock } from '../../broker/clock.ts'
import type { TraceEvent } from '../../mqtt/tracing.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { TraceLogs, type TraceLogsOptions } from './trace-logs.ts'
import { type TraceRecord, traceRecordSchema, traceStatusOf } from './trace-record.ts'

const kind = 'trace'

interface Options extends Omit<TraceLogsOptions, 'now'> {
  readonly store: Store
  readonly clock: Clock
}

interface Entry {
  readonly record: TraceRecord
  readonly logs: TraceLogs
}

/** The traces of the cluster. While one runs the cluster tells what it does; otherwise nobody listens. */
export class Traces {
  readonly #options: Options
  readonly #logsOptions: TraceLogsOptions
  readonly #entries = new Map<string, Entry>()
  #running: readonly Entry[] = []
  readonly #stopTicking: () => void

  static async open(options: Options): Promise<Traces> {
    const traces = new Traces(options)
    for (const { logs } of traces.#entries.values()) await logs.reopen()
    traces.#follow()
    return traces
  }

  private constructor(options: Options) {
    this.#options = options
    this.#logsOptions = { ...options, now: () => options.clock.now() }
    for (const [, record] of readRecords(options.store, kind, traceRecordSchema)) this.#enter(record)
    this.#stopTicking = options.clock.every(1000, () => this.#follow())
  }

  /** The newest start first; of one second the youngest. */
  list(): readonly TraceRecord[] {
    return [...this.#entries.values()]
      .map(({ record }) => record)
      .reverse()
      .sort((a, b) => b.startAt - a.startAt)
  }

  find(name: string): TraceRecord | undefined {
    return this.#entries.get(name)?.record
  }

  statusOf(trace: TraceRecord): TraceStatus {
    return traceStatusOf(trace, this.#options.clock.now())
  }

  logsOf({ name }: TraceRecord): TraceLogs | undefined {
    return this.#entries.get(name)?.logs
  }

  async add(wanted: Omit<TraceRecord, 'id' | 'isStopped'>): Promise<TraceRecord> {
    const record = { ...wanted, id: randomBytes(4).toString('hex'), isStopped: false }
    await this.#options.store.put(kind, record.name, record)
    this.#enter(record)
    this.#follow()
    return record
  }

  /** May be repeated. */
  async stop(trace: TraceRecord): Promise<void> {
    const entry = this.#entries.get(trace.name)
    if (entry === undefined || entry.record.isStopped) return
    const record = { ...entry.record, isStopped: true }
    await this.#options.store.put(kind, trace.name, record)
    if (this.statusOf(entry.record) === 'running') this.#say(stoppingOf(record, this.#answering))
    this.#entries.set(trace.name, { ...entry, record })
    this.#follow()
  }

  async remove(trace: TraceRecord): Promise<void> {
    const entry = this.#entries.get(trace.name)
    await this.#options.store.remove(kind, trace.name)
    this.#entries.delete(trace.name)
    this.#follow()
    await entry?.logs.remove()
  }

  async clear(): Promise<void> {
    await Promise.all(this.list().map((trace) => this.remove(trace)))
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    this.#stopTicking()
    this.#options.cluster.trace.write = undefined
    await Promise.all([...this.#entries.values()].map(({ logs }) => logs.settled()))
  }

  get #answering(): string {
    return answeringNode(this.#options.cluster)?.name ?? ''
  }

  #enter(record: TraceRecord): void {
    this.#entries.set(record.name, { record, logs: new TraceLogs(record, this.#logsOptions) })
  }

  /** Begins to listen with the first trace that runs, and ceases with the last. */
  #follow(): void {
    this.#running = [...this.#entries.values()].filter(({ record }) => this.statusOf(record) === 'running')
    for (const { logs } of this.#running) logs.begin()
    this.#options.cluster.trace.write = this.#running.length === 0 ? undefined : (event) => this.#say(event)
  }

  #say(event: TraceEvent): void {
    for (const { record, logs } of this.#running) {
      if (logs.matches(event) && this.statusOf(record) === 'running') logs.write(event)
    }
  }
}

/** What EMQX writes as the last line, on the node that was asked, into the traces that it matches. */
function stoppingOf({ type, condition }: TraceRecord, node: string): TraceEvent {
  return {
    who: type === 'clientid' ? { node, clientid: condition } : { node },
    tag: 'API',
    msg: 'trace_stopping',
    ...(type === 'topic' && { topic: condition }),
  }
}
