import { join } from 'node:path'
import { parseByteSize } from '@brokerdeck/contract/byte-size.ts'
import { parseDuration } from '@brokerdeck/contract/duration.ts'
import type { ConsoleLogConfig, FileLogConfig, LogConfig } from '@brokerdeck/contract/settings/log-config.ts'
import type { Clock } from '../broker/clock.ts'
import { formatEntry } from './format-entry.ts'
import type { LogEntry, LogLevel } from './log-entry.ts'
import { LogFile } from './log-file.ts'
import { LogThrottle } from './log-throttle.ts'
import { takesLevel } from './takes-level.ts'

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
    for (const file of this.#files.values()) await file.settled()
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
