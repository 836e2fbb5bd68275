import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { parseByteSize } from '@brokerdeck/contract/scalars.ts'
import {
  type ConsoleLogConfig,
  type FileLogConfig,
  type LogConfig,
  logLevels,
} from '@brokerdeck/contract/settings/log-config.ts'
import type { Clock } from '../runtime/clock.ts'
import { formatEntry } from './format-entry.ts'
import type { LogEntry, LogLevel } from './log-entry.ts'

/** Lines that wait while the disk is busy; more are lost, and counted. */
const mostWaiting = 10_000

/** Appends lines to a file; a full one becomes `.1`, the one before `.2`. */
export class LogFile {
  readonly #path: string
  readonly #onOutcome: (failure: string | undefined) => void
  #rotation: Rotation
  #hasFailed = false
  #waiting: string[] = []
  #lost = 0
  #size: number | undefined
  #writing: Promise<void> | undefined

  /** `onOutcome` is told why nothing could be written, and undefined when it can again. */
  constructor(path: string, rotation: Rotation, onOutcome: (failure: string | undefined) => void) {
    this.#path = path
    this.#rotation = rotation
    this.#onOutcome = onOutcome
  }

  rotate(rotation: Rotation): void {
    this.#rotation = rotation
  }

  write(line: string): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#lost += 1
      return
    }
    this.#waiting.push(line)
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined
    })
  }

  /** Resolves when what was written before is in the file, or has failed. */
  async settle(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const lines = this.#waiting.splice(0)
        if (this.#lost > 0) lines.push(`${this.#lost} lines were lost: the disk is too slow`)
        this.#lost = 0
        await this.#append(`${lines.join('\n')}\n`)
      }
      if (this.#hasFailed) this.#onOutcome(undefined)
      this.#hasFailed = false
    } catch (error) {
      // The disk may be full: what waits would only fill the memory as well.
      this.#waiting = []
      this.#hasFailed = true
      this.#onOutcome(error instanceof Error ? error.message : String(error))
    }
  }

  async #append(text: string): Promise<void> {
    this.#size ??= await this.#open()
    if (this.#size > 0 && this.#size + Buffer.byteLength(text) > this.#rotation.size) await this.#rotate()
    await appendFile(this.#path, text, { mode: 0o600 })
    this.#size += Buffer.byteLength(text)
  }

  async #open(): Promise<number> {
    await mkdir(dirname(this.#path), { recursive: true })
    return await measureSize(this.#path)
  }

  async #rotate(): Promise<void> {
    const kept = this.#rotation.count - 1
    await rm(kept === 0 ? this.#path : `${this.#path}.${kept}`, { force: true })
    for (let at = kept - 1; at >= 1; at -= 1)
      await moveIfThere(`${this.#path}.${at}`, `${this.#path}.${at + 1}`)
    if (kept > 0) await moveIfThere(this.#path, `${this.#path}.1`)
    this.#size = 0
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Lets the first of a kind through in each window and counts the rest. */
class LogThrottle {
  #counts = new Map<string, number>()

  /** Whether this one is to be written. */
  admits(message: string): boolean {
    const count = this.#counts.get(message)
    this.#counts.set(message, count === undefined ? 0 : count + 1)
    return count === undefined
  }

  /** What was held back since the last time, by message; a new window begins. */
  take(): readonly (readonly [message: string, count: number])[] {
    const held = [...this.#counts].filter(([, count]) => count > 0)
    this.#counts = new Map()
    return held
  }
}

export interface BrokerLogOptions {
  readonly clock: Clock
  /** Where files are written; without one the last lines are kept in memory only. */
  readonly directory: string | undefined
  /** What the console handler writes to: standard output unless given. */
  readonly print?: (line: string) => void
  /** Why a file cannot be written, or undefined when it can again. */
  readonly onOutcome: (failure: string | undefined) => void
}

interface Handler {
  readonly config: ConsoleLogConfig
  readonly write: (line: string) => void
}

type Entry = Omit<LogEntry, 'time'> & {
  /** May come in floods: only the first in each window is written, then how many there were. */
  readonly isThrottled?: boolean
}

const keptInMemory = 1000

/** What the broker says of its work, by the handlers of the configuration. */
export class BrokerLog {
  readonly directory: string | undefined
  readonly #options: BrokerLogOptions
  readonly #throttle = new LogThrottle()
  readonly #recent: string[] = []
  /** One for each path for as long as the broker runs: two would write over each other. */
  readonly #files = new Map<string, LogFile>()
  #handlers: readonly Handler[] = []
  #stopWindow: () => void = () => undefined

  constructor(config: LogConfig, options: BrokerLogOptions) {
    this.directory = options.directory
    this.#options = options
    this.configure(config)
  }

  configure(config: LogConfig): void {
    const { print = (line: string) => process.stdout.write(`${line}\n`) } = this.#options
    const files = Object.values(config.file).map((file) => this.#fileHandler(file))
    const all: readonly Handler[] = [{ config: config.console, write: print }, ...files]
    this.#handlers = all.filter((handler) => handler.config.enable)
    this.#stopWindow()
    const window = Math.max(1000, parseDuration(config.throttling.time_window) ?? 60_000)
    this.#stopWindow = this.#options.clock.every(window, () => this.#tellThrottled())
  }

  /** Whether anybody would write it: spares the work of putting an entry together. */
  takes(level: LogLevel): boolean {
    return this.#handlers.some(({ config }) => takesLevel(config.level, level))
  }

  write({ isThrottled = false, ...entry }: Entry): void {
    if (!this.takes(entry.level) || (isThrottled && !this.#throttle.admits(entry.message))) return
    const timed = { ...entry, time: this.#options.clock.now() }
    for (const { config, write } of this.#handlers) {
      if (takesLevel(config.level, entry.level)) write(formatEntry(timed, config))
    }
  }

  /** The last lines of the file handlers, older first. */
  recent(): readonly string[] {
    return this.#recent
  }

  async close(): Promise<void> {
    this.#stopWindow()
    this.#handlers = []
    for (const file of this.#files.values()) await file.settle()
  }

  #fileHandler(config: FileLogConfig): Handler {
    const { directory } = this.#options
    const file =
      directory === undefined ? undefined : this.#file(join(directory, fileName(config.path)), config)
    const write = (line: string) => {
      this.#remember(line)
      file?.write(line)
    }
    return { config, write }
  }

  #file(path: string, { rotation_count: count, rotation_size: written }: FileLogConfig): LogFile {
    const size = typeof written === 'number' ? written : (parseByteSize(written) ?? Number.POSITIVE_INFINITY)
    const file = this.#files.get(path) ?? new LogFile(path, { count, size }, this.#options.onOutcome)
    file.rotate({ count, size })
    this.#files.set(path, file)
    return file
  }

  #remember(line: string): void {
    this.#recent.push(line)
    if (this.#recent.length > keptInMemory) this.#recent.shift()
  }

  #tellThrottled(): void {
    for (const [message, count] of this.#throttle.take()) {
      this.write({ level: 'warning', message: 'log_events_throttled', details: { message, count } })
    }
  }
}

/** The directory is one's own; what is configured is a place below it. */
const fileName = (path: string): string => path.replace(/^\$\{EMQX_LOG_DIR\}\//, '')

/** Whether a handler of that level takes the entry. */
function takesLevel(handler: (typeof logLevels)[number], entry: LogLevel): boolean {
  return handler === 'all' || logLevels.indexOf(entry) >= logLevels.indexOf(handler)
}

interface Rotation {
  /** Files altogether, the one that is written included. */
  readonly count: number
  /** Bytes; Infinity never rotates. */
  readonly size: number
}

async function measureSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
