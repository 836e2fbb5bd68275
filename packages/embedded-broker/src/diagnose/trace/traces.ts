import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { TraceStatus, TraceType } from '@brokerdeck/contract/diagnose/trace.ts'
import { parseShared, topicMatches } from '@brokerdeck/languages/topic.ts'
import type { TraceEvent } from '../../mqtt/events/tracing.ts'
import { answeringNode } from '../../mqtt/node/answering-node.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import { formatTraceLine } from './format-trace-line.ts'
import { readSize, traceInFile, traceInMemory } from './trace-bytes.ts'
import { TraceLog } from './trace-log.ts'
import { type TraceRecord, toTraceStatus, traceRecordSchema } from './trace-record.ts'

const mebibyte = 1_048_576

/** The maximum size of one trace on one node, in bytes. */
const limits = { file: 64 * mebibyte, memory: 8 * mebibyte }

/** The logs of one trace: one on each node, from its beginning on. */
class TraceLogs {
  readonly matches: (event: TraceEvent) => boolean
  readonly #record: TraceRecord
  readonly #options: TraceLogsOptions
  readonly #logs = new Map<string, TraceLog>()
  readonly #time: () => string

  constructor(record: TraceRecord, options: TraceLogsOptions) {
    this.matches = traceMatcher(record.type, record.condition)
    this.#record = record
    this.#options = options
    this.#time = traceClock(options.now)
  }

  /** Continues the logs that were written before the broker was started. */
  async reopen(): Promise<void> {
    for (const { name } of this.#options.cluster.nodes) {
      const facts = this.#options.directory === undefined ? undefined : await readSize(this.#toPath(name))
      if (facts !== undefined) this.#add(name, facts.size, facts.mtimeMs)
    }
  }

  begin(): void {
    for (const { name } of this.#options.cluster.nodes) this.#getLog(name)
  }

  get(node: string): TraceLog | undefined {
    return this.#logs.get(node)
  }

  write(event: TraceEvent): void {
    this.#getLog(event.who.node).write(this.#formatLine(event))
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#logs.values()].map((log) => log.remove()))
  }

  async settle(): Promise<void> {
    await Promise.all([...this.#logs.values()].map((log) => log.settle()))
  }

  #formatLine(event: TraceEvent): string {
    const { formatter, payloadEncode: payload_encode } = this.#record
    return formatTraceLine(event, this.#time(), { formatter, payload_encode })
  }

  #getLog(node: string): TraceLog {
    return this.#logs.get(node) ?? this.#add(node, 0, this.#options.now())
  }

  #add(node: string, size: number, changedAt: number): TraceLog {
    const { directory, now, onFailure } = this.#options
    const limit = directory === undefined ? limits.memory : limits.file
    const isFull = { who: { node }, tag: 'TRACE', msg: 'trace_log_is_full', meta: { limit } } as const
    const log = new TraceLog({
      bytes: directory === undefined ? traceInMemory() : traceInFile(this.#toPath(node)),
      size,
      changedAt,
      now,
      limit,
      onFailure,
      lastLine: () => this.#formatLine(isFull),
    })
    this.#logs.set(node, log)
    return log
  }

  #toPath(node: string): string {
    const { name, id } = this.#record
    return join(this.#options.directory ?? '', `${node}-trace_${name.slice(0, 100)}_${id}.log`)
  }
}

const kind = 'trace'

interface Options extends Omit<TraceLogsOptions, 'now'> {
  readonly store: Store
  readonly clock: Clock
}

interface Entry {
  readonly record: TraceRecord
  readonly logs: TraceLogs
}

/** The traces of the cluster. The cluster writes trace events only while a trace is running. */
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

  /** Lists the traces, latest start first; within one second the most recently created first. */
  list(): readonly TraceRecord[] {
    return [...this.#entries.values()]
      .map(({ record }) => record)
      .reverse()
      .sort((a, b) => b.startAt - a.startAt)
  }

  find(name: string): TraceRecord | undefined {
    return this.#entries.get(name)?.record
  }

  getStatus(trace: TraceRecord): TraceStatus {
    return toTraceStatus(trace, this.#options.clock.now())
  }

  collectLogs({ name }: TraceRecord): TraceLogs | undefined {
    return this.#entries.get(name)?.logs
  }

  async add(wanted: Omit<TraceRecord, 'id' | 'isStopped'>): Promise<TraceRecord> {
    const record = { ...wanted, id: randomBytes(4).toString('hex'), isStopped: false }
    await this.#options.store.put(kind, record.name, record)
    this.#enter(record)
    this.#follow()
    return record
  }

  /** Stops a trace; does nothing if it is stopped already. */
  async stop(trace: TraceRecord): Promise<void> {
    const entry = this.#entries.get(trace.name)
    if (entry === undefined || entry.record.isStopped) return
    const record = { ...entry.record, isStopped: true }
    await this.#options.store.put(kind, trace.name, record)
    if (this.getStatus(entry.record) === 'running') this.#say(describeStop(record, this.#answering))
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

  /** Writes the remaining lines. */
  async close(): Promise<void> {
    this.#stopTicking()
    this.#options.cluster.trace.write = undefined
    await Promise.all([...this.#entries.values()].map(({ logs }) => logs.settle()))
  }

  get #answering(): string {
    return answeringNode(this.#options.cluster)?.name ?? ''
  }

  #enter(record: TraceRecord): void {
    this.#entries.set(record.name, { record, logs: new TraceLogs(record, this.#logsOptions) })
  }

  /** Starts to listen when the first trace runs, and stops when none does. */
  #follow(): void {
    this.#running = [...this.#entries.values()].filter(({ record }) => this.getStatus(record) === 'running')
    for (const { logs } of this.#running) logs.begin()
    this.#options.cluster.trace.write = this.#running.length === 0 ? undefined : (event) => this.#say(event)
  }

  #say(event: TraceEvent): void {
    for (const { record, logs } of this.#running) {
      if (logs.matches(event) && this.getStatus(record) === 'running') logs.write(event)
    }
  }
}

/**
 * Returns the event that EMQX writes as the last line, on the node that received the request, into the traces that it
 * matches.
 */
function describeStop({ type, condition }: TraceRecord, node: string): TraceEvent {
  return {
    who: type === 'clientid' ? { node, clientid: condition } : { node },
    tag: 'API',
    msg: 'trace_stopping',
    ...(type === 'topic' && { topic: condition }),
  }
}

interface TraceLogsOptions {
  readonly cluster: Cluster
  readonly now: () => number
  /** The directory of the logs; without it, logs are kept in memory. */
  readonly directory: string | undefined
  readonly onFailure: (error: unknown) => void
}

/** Returns the current time with increasing microseconds, so that the lines of all nodes can be sorted by it. */
export function traceClock(now: () => number): () => string {
  let last = 0
  let count = 0
  return () => {
    const time = Math.floor(now())
    count = time === last ? Math.min(count + 1, 999) : 0
    last = time
    return new Date(time).toISOString().replace('Z', `${String(count).padStart(3, '0')}+00:00`)
  }
}

/**
 * Returns the test for the events of a trace. Packets are matched only by the properties of their sender, as in EMQX.
 */
export function traceMatcher(type: TraceType, condition: string): (event: TraceEvent) => boolean {
  switch (type) {
    case 'clientid':
      return ({ who }) => who.clientid === condition
    case 'ip_address':
      return comesFrom(condition)
    case 'topic':
      return ({ topic }) => topic !== undefined && topicMatches(condition, parseShared(topic).filter)
    case 'ruleid':
      return ({ meta: { rule_id } = {} }) => rule_id === condition
  }
}

function comesFrom(address: string): (event: TraceEvent) => boolean {
  // The address as sockets print it: `::1` for `0:0::1`. A dual-stack socket shows an IPv4 peer as ::ffff:a.b.c.d.
  const printed = isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address
  const mapped = `::ffff:${address}`
  return ({ who: { ipAddress, peerhost } }) => {
    const host = ipAddress ?? peerhost
    return host === printed || host === mapped
  }
}
