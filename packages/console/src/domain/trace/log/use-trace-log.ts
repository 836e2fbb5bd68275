import { type TraceLogFile, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { describeError, type ErrorDescription, getProblem, isGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { TraceLog, type TraceLogState } from './trace-log.ts'

/** The seconds between polls for new lines. */
const pollSeconds = 2

interface TraceLogOptions {
  /** True if new lines are to be read. */
  readonly isLive: boolean
  /** True if nothing is written to the logs any more. */
  readonly hasEnded: boolean
  /** The node whose log is shown. */
  readonly node?: string | undefined
}

export interface TraceLogView extends LogReading {
  /** The files by node, the newest first; undefined until the broker has responded. */
  readonly files: readonly TraceLogFile[] | undefined
  /** True if the trace no longer exists. */
  readonly isGone: boolean
  readonly problem: ErrorDescription | undefined
  /** Reads new lines, or the part that could not be read. */
  readonly readOn: () => void
}

/** Returns the rows of a trace and follows it while the tab is visible. Another trace or node needs another `key`. */
export function useTraceLog(name: string, { isLive, hasEnded, node }: TraceLogOptions): TraceLogView {
  const [reader] = useState(() => new LogReader(name))
  const reading = useSyncExternalStore(reader.subscribe, reader.reading)
  const isPolled = isLive && !hasEnded
  const query = useQuery(read(trace.logDetail, { params: { name } }, isPolled ? { pollSeconds } : {}))
  const { data: files, error, dataUpdatedAt, refetch } = query
  useEffect(() => {
    const chosen = node === undefined ? files : files?.filter((file) => file.node === node)
    // A failed read is retried after every response, even an unchanged one.
    if (chosen !== undefined && dataUpdatedAt > 0) reader.catchUp(chosen)
  }, [reader, files, node, dataUpdatedAt])
  // Lines may have been written between the last poll and the end.
  useEffect(() => {
    if (hasEnded) void refetch()
  }, [hasEnded, refetch])
  useEffect(() => () => reader.stop(), [reader])
  return {
    ...reading,
    files,
    isGone: isGone(error),
    problem: error === null ? reading.problem : describeError(error),
    readOn: () => void refetch(),
  }
}

interface LogReading extends TraceLogState {
  readonly isReading: boolean
  /** The reason why the last part could not be read; the next attempt continues there. */
  readonly problem: ErrorDescription | undefined
}

/**
 * The milliseconds between updates: a long log arrives in many chunks, and rendering each chunk would block the page.
 */
const tellEveryMs = 300

/** Reads the logs of a trace through the API, chunk by chunk, for the components that show them. */
class LogReader {
  readonly #log: TraceLog
  readonly #listeners = new Set<() => void>()
  readonly #controller = new AbortController()
  #queue: Promise<void> = Promise.resolve()
  #reading: LogReading

  constructor(name: string) {
    const { signal } = this.#controller
    this.#log = new TraceLog((node, position, bytes) =>
      request(trace.log, { params: { name }, query: { node, position, bytes } }, { signal, isSilent: true }),
    )
    this.#reading = { ...this.#log.state, isReading: false, problem: undefined }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly reading = (): LogReading => this.#reading

  /** Reads are queued, so that the same part is not requested twice from a slow node. */
  catchUp(files: readonly TraceLogFile[]): void {
    this.#queue = this.#queue.then(() => this.#catchUp(files))
  }

  stop(): void {
    this.#controller.abort()
  }

  async #catchUp(files: readonly TraceLogFile[]): Promise<void> {
    if (this.#controller.signal.aborted || !this.#log.isBehind(files)) return
    this.#tell({ isReading: true })
    try {
      let told = performance.now()
      await this.#log.catchUp(files, () => {
        if (performance.now() - told < tellEveryMs) return
        told = performance.now()
        this.#tell({})
      })
      this.#tell({ isReading: false, problem: undefined })
    } catch (error) {
      const isStopped = getProblem(error)?.kind === 'aborted'
      this.#tell({ isReading: false, ...(isStopped ? {} : { problem: describeError(error) }) })
    }
  }

  #tell(changed: Partial<Pick<LogReading, 'isReading' | 'problem'>>): void {
    this.#reading = { ...this.#reading, ...this.#log.state, ...changed }
    for (const listener of [...this.#listeners]) listener()
  }
}
