import { join } from 'node:path'
import type { Cluster } from '../../mqtt/cluster.ts'
import type { TraceEvent } from '../../mqtt/tracing.ts'
import { formatTraceLine } from './format-trace-line.ts'
import { sizeOf, traceInFile, traceInMemory } from './trace-bytes.ts'
import { traceClock } from './trace-clock.ts'
import { TraceLog } from './trace-log.ts'
import { traceMatcher } from './trace-matcher.ts'
import type { TraceRecord } from './trace-record.ts'

const mebibyte = 1_048_576
/** Of one trace on one node. */
const limits = { file: 64 * mebibyte, memory: 8 * mebibyte }

export interface TraceLogsOptions {
  readonly cluster: Cluster
  readonly now: () => number
  /** Without one the logs are kept in memory. */
  readonly directory: string | undefined
  readonly onFailure: (error: unknown) => void
}

/** The logs of one trace: one on each node, from its beginning on. */
export class TraceLogs {
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

  /** Takes up what was written before the broker was started. */
  async reopen(): Promise<void> {
    for (const { name } of this.#options.cluster.nodes) {
      const facts = this.#options.directory === undefined ? undefined : await sizeOf(this.#pathOf(name))
      if (facts !== undefined) this.#add(name, facts.size, facts.mtimeMs)
    }
  }

  begin(): void {
    for (const { name } of this.#options.cluster.nodes) this.#logOf(name)
  }

  get(node: string): TraceLog | undefined {
    return this.#logs.get(node)
  }

  write(event: TraceEvent): void {
    this.#logOf(event.who.node).write(this.#lineOf(event))
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#logs.values()].map((log) => log.remove()))
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#logs.values()].map((log) => log.settled()))
  }

  #lineOf(event: TraceEvent): string {
    const { formatter, payloadEncode: payload_encode } = this.#record
    return formatTraceLine(event, this.#time(), { formatter, payload_encode })
  }

  #logOf(node: string): TraceLog {
    return this.#logs.get(node) ?? this.#add(node, 0, this.#options.now())
  }

  #add(node: string, size: number, changedAt: number): TraceLog {
    const { directory, now, onFailure } = this.#options
    const limit = directory === undefined ? limits.memory : limits.file
    const isFull = { who: { node }, tag: 'TRACE', msg: 'trace_log_is_full', meta: { limit } } as const
    const log = new TraceLog({
      bytes: directory === undefined ? traceInMemory() : traceInFile(this.#pathOf(node)),
      ...{ size, changedAt, now, limit, onFailure },
      lastLine: () => this.#lineOf(isFull),
    })
    this.#logs.set(node, log)
    return log
  }

  #pathOf(node: string): string {
    const { name, id } = this.#record
    return join(this.#options.directory ?? '', `${node}-trace_${name.slice(0, 100)}_${id}.log`)
  }
}
