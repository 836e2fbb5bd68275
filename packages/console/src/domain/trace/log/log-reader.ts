import { type TraceLogFile, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { type Described, describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { TraceLog, type TraceLogState } from './trace-log.ts'

export interface LogReading extends TraceLogState {
  readonly isReading: boolean
  /** Why the last part could not be read; the next attempt goes on from there. */
  readonly problem: Described | undefined
}

/** A long log arrives in many chunks; a page that showed each of them would not get round to anything else. */
const tellEveryMs = 300

/** Reads the logs of one trace through the API, one chunk after the other, for whoever shows them. */
export class LogReader {
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

  /** One at a time: a slow node must not be asked for the same part twice. */
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
      const isStopped = problemOf(error)?.kind === 'aborted'
      this.#tell({ isReading: false, ...(isStopped ? {} : { problem: describeError(error) }) })
    }
  }

  #tell(changed: Partial<Pick<LogReading, 'isReading' | 'problem'>>): void {
    this.#reading = { ...this.#reading, ...this.#log.state, ...changed }
    for (const listener of [...this.#listeners]) listener()
  }
}
