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

/** The maximum number of lines that wait while the disk is busy; further lines are lost and counted. */
const mostWaiting = 10_000

/** Appends lines to a file; a full file becomes `.1`, and the file before it `.2`. */
export class LogFile {
  readonly #path: string
  readonly #onOutcome: (failure: string | undefined) => void
  #rotation: Rotation
  #hasFailed = false
  #waiting: string[] = []
  #lost = 0
  #size: number | undefined
  #writing: Promise<void> | undefined

  /** `onOutcome` is called with the reason when writing fails, and with undefined when writing works again. */
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

  /** Resolves when all lines written so far are in the file or have failed. */
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
      // The disk may be full: waiting lines would fill the memory as well.
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

/** Admits the first entry of each message in a window and counts the others. */
class LogThrottle {
  #counts = new Map<string, number>()

  /** Returns true if this entry is to be written. */
  admits(message: string): boolean {
    const count = this.#counts.get(message)
    this.#counts.set(message, count === undefined ? 0 : count + 1)
    return count === undefined
  }

  /** Returns the number of entries held back since the last call, by message, and begins a new window. */
  take(): readonly (readonly [message: string, count: number])[] {
    const held = [...this.#counts].filter(([, count]) => count > 0)
    this.#counts = new Map()
    return held
  }
}

export interface BrokerLogOptions {
  readonly clock: Clock
  /** The directory of the files; without it, only the last lines are kept in memory. */
  readonly directory: string | undefined
  /** The output of the console handler; defaults to standard output. */
  readonly print?: (line: string) => void
  /** Called with the reason when a file cannot be written, and with undefined when it can be written again. */
  readonly onOutcome: (failure: string | undefined) => void
}

interface Handler {
  readonly config: ConsoleLogConfig
  readonly write: (line: string) => void
}

type Entry = Omit<LogEntry, 'time'> & {
  /**
   * Set for entries that may occur in floods: only the first in each window is written, and then the number of the
   * others.
   */
  readonly isThrottled?: boolean
}

const keptInMemory = 1000

/** Writes the broker's log with the handlers of the configuration. */
export class BrokerLog {
  readonly directory: string | undefined
  readonly #options: BrokerLogOptions
  readonly #throttle = new LogThrottle()
  readonly #recent: string[] = []
  /** One file for each path for as long as the broker runs: two would overwrite each other. */
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

  /** Returns true if any handler writes this level, so that callers need not build entries that are never written. */
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

  /** Returns the last lines of the file handlers, oldest first. */
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

/** Returns the path below this broker's own log directory. */
const fileName = (path: string): string => path.replace(/^\$\{EMQX_LOG_DIR\}\//, '')

/** Returns true if a handler of that level writes the entry. */
function takesLevel(handler: (typeof logLevels)[number], entry: LogLevel): boolean {
  return handler === 'all' || logLevels.indexOf(entry) >= logLevels.indexOf(handler)
}

interface Rotation {
  /** The total number of files, including the current file. */
  readonly count: number
  /** The maximum size in bytes; Infinity never rotates. */
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
