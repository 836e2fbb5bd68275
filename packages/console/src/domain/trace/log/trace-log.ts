import { parseLine } from '#domain/trace/parse-line.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'

interface TraceFile {
  readonly node: string
  /** The size in bytes. */
  readonly size: number
}

type ReadChunk = (node: string, position: number, bytes: number) => Promise<LogChunk>

interface TraceLogLimits {
  /** The maximum size of the kept text in bytes. */
  readonly bytes: number
  readonly rows: number
  /** The bytes requested at once; a longer line is requested with more. */
  readonly chunkBytes: number
}

const traceLogLimits: TraceLogLimits = {
  bytes: 8 * 1024 * 1024,
  rows: 20_000,
  chunkBytes: 256 * 1024,
}

const longestLine = 4 * 1024 * 1024

interface NodeLog {
  cursor: LogCursor
  /** The size of the file when it was last read. */
  seen: number
  bytes: number
  lines: number
  at: number
  /** True if reading began in the middle of the file, so the first line is incomplete. */
  isCut: boolean
}

export interface TraceLogState {
  /** The rows of all nodes, by time. */
  readonly rows: readonly TraceRow[]
  /** The number of rows dropped to stay within the limits. */
  readonly letGo: number
  /** The number of bytes at the beginning that were never read. */
  readonly skipped: number
}

const emptyTraceLog: TraceLogState = { rows: [], letGo: 0, skipped: 0 }

/** The logs of a trace, read on from their last end; the memory is bounded, whatever is written to the logs. */
export class TraceLog {
  readonly #read: ReadChunk
  readonly #limits: TraceLogLimits
  readonly #nodes = new Map<string, NodeLog>()
  #state: TraceLogState = emptyTraceLog
  #length = 0

  constructor(read: ReadChunk, limits: TraceLogLimits = traceLogLimits) {
    this.#read = read
    this.#limits = limits
  }

  get state(): TraceLogState {
    return this.#state
  }

  /** Tells whether there is something to read. */
  isBehind(files: readonly TraceFile[]): boolean {
    return files.some(({ node, size }) => size !== (this.#nodes.get(node)?.seen ?? 0))
  }

  /**
   * Reads the new content of the files. Calls `onChange` after each chunk; throws if `read` throws, and can continue
   * afterwards.
   */
  async catchUp(files: readonly TraceFile[], onChange: () => void): Promise<void> {
    for (const { node, size } of files) {
      const known = this.#nodes.get(node)
      // A file that has shrunk is a new file: a trace of the same name was created again.
      const log = known === undefined || size < known.seen ? this.#open(node, size) : known
      while (log.seen < size) {
        const chunk = await this.#read(node, log.cursor.position, log.bytes)
        if (!this.#take(node, log, chunk)) log.seen = Math.max(size, chunk.meta.position)
        onChange()
      }
    }
  }

  #open(node: string, size: number): NodeLog {
    const position = Math.max(0, size - this.#limits.bytes)
    const log = {
      cursor: { position, tail: '' },
      seen: position,
      bytes: this.#limits.chunkBytes,
      lines: 0,
      at: 0,
      isCut: position > 0,
    }
    this.#nodes.set(node, log)
    this.#state = { ...this.#state, skipped: this.#state.skipped + position }
    return log
  }

  /** Takes a chunk and tells whether there is more to read. */
  #take(node: string, log: NodeLog, chunk: LogChunk): boolean {
    const { lines, cursor, isAtEnd, needsMore } = takeChunk(log.cursor, log.bytes, chunk)
    if (needsMore && log.bytes >= longestLine) {
      log.cursor = { position: chunk.meta.position, tail: log.cursor.tail + chunk.items }
      return true
    }
    log.cursor = cursor
    log.bytes = needsMore ? log.bytes * 2 : this.#limits.chunkBytes
    const whole = log.isCut && lines.length > 0 ? lines.slice(1) : lines
    if (lines.length > 0) log.isCut = false
    this.#add(whole.filter((line) => line !== '').map((line) => readTraceRow(node, log, line)))
    return !isAtEnd && chunk.items !== ''
  }

  #add(added: readonly TraceRow[]): void {
    const [first] = added
    if (first === undefined) return
    const { rows, letGo, skipped } = this.#state
    const last = rows.at(-1)
    const all = [...rows, ...added]
    if (last !== undefined && last.at > first.at) all.sort((one, other) => one.at - other.at)
    for (const { line } of added) this.#length += line.length
    let gone = 0
    while (
      all.length - gone > this.#limits.rows ||
      (this.#length > this.#limits.bytes && gone < all.length)
    ) {
      this.#length -= all[gone]?.line.length ?? 0
      gone += 1
    }
    this.#state = { rows: all.slice(gone), letGo: letGo + gone, skipped }
  }
}

function readTraceRow(node: string, log: NodeLog, line: string): TraceRow {
  const facts = parseLine(line)
  log.lines += 1
  log.at = facts === undefined ? log.at : parseInstant(facts.time)
  const base = { id: `${node} ${log.lines}`, node, line, at: log.at }
  return facts === undefined ? { kind: 'raw', ...base } : { kind: 'event', ...base, ...facts }
}

/** Parses a time including its microseconds, which `Date` does not support. */
function parseInstant(time: string): number {
  const fraction = /\.\d{3}(\d{1,3})/.exec(time)?.[1]
  return Date.parse(time) + (fraction === undefined ? 0 : Number(`0.${fraction}`))
}

/** The position up to which the log of a node has been read. */
interface LogCursor {
  /** The size in bytes. */
  readonly position: number
  /** The beginning of a line whose end has not been read yet. */
  readonly tail: string
}

/** A response of `GET /trace/:name/log`. */
export interface LogChunk {
  readonly items: string
  readonly meta: { readonly position: number }
}

interface Taken {
  readonly lines: readonly string[]
  readonly cursor: LogCursor
  readonly isAtEnd: boolean
  /** True if a line is longer than the requested bytes. */
  readonly needsMore: boolean
}

const encoder = new TextEncoder()

/**
 * Returns the whole lines of a chunk. Chunks may end anywhere, also within a character, which then arrives as U+FFFD:
 * the text after the last whole line is therefore read again with the next chunk, instead of being joined from broken
 * halves.
 */
function takeChunk(cursor: LogCursor, bytes: number, { items, meta }: LogChunk): Taken {
  const isAtEnd = meta.position - cursor.position < bytes
  const end = items.lastIndexOf('\n') + 1
  if (end === 0) return { lines: [], cursor, isAtEnd, needsMore: items !== '' && !isAtEnd }
  const whole = items.slice(0, end)
  const lines = (cursor.tail + whole.slice(0, -1)).split('\n')
  const reached = cursor.position + encoder.encode(whole).length
  // If bytes were replaced, the characters do not tell the number of bytes.
  const isCounted = !whole.includes('\uFFFD') && reached <= meta.position
  return {
    lines,
    cursor: isCounted ? { position: reached, tail: '' } : { position: meta.position, tail: items.slice(end) },
    isAtEnd,
    needsMore: false,
  }
}
