import { parseLine } from '#domain/trace/parse-line.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'

interface TraceFile {
  readonly node: string
  /** The size in bytes. */
  readonly size: number
}

type ReadChunk = (node: string, position: number, bytes: number) => Promise<LogChunk>

interface TraceLogLimits {
  /** Of text that is kept. */
  readonly bytes: number
  readonly rows: number
  /** Asked for at once; a longer line is asked for with more. */
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
  /** Size of the file when it was read last. */
  seen: number
  bytes: number
  lines: number
  at: number
  /** It was begun in the middle: what comes first is no whole line. */
  isCut: boolean
}

export interface TraceLogState {
  /** By time, of all nodes. */
  readonly rows: readonly TraceRow[]
  /** Rows that were let go to stay within the limits. */
  readonly letGo: number
  /** Bytes at the beginning that were never read. */
  readonly skipped: number
}

const emptyTraceLog: TraceLogState = { rows: [], letGo: 0, skipped: 0 }

/** The logs of one trace, read on from where they ended; bounded, whatever is written to them. */
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

  /** Whether there is something to read. */
  isBehind(files: readonly TraceFile[]): boolean {
    return files.some(({ node, size }) => size !== (this.#nodes.get(node)?.seen ?? 0))
  }

  /** Reads what the files have gained. Tells after each chunk; fails as `read` does, and can go on afterwards. */
  async catchUp(files: readonly TraceFile[], onChange: () => void): Promise<void> {
    for (const { node, size } of files) {
      const known = this.#nodes.get(node)
      // A file that shrank is another one: a trace of the same name was made anew.
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

  /** Whether there is more to read. */
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

/** With microseconds, which `Date` does not have. */
function parseInstant(time: string): number {
  const fraction = /\.\d{3}(\d{1,3})/.exec(time)?.[1]
  return Date.parse(time) + (fraction === undefined ? 0 : Number(`0.${fraction}`))
}

/** How far the log of one node has been read. */
interface LogCursor {
  /** The size in bytes. */
  readonly position: number
  /** The beginning of a line whose end has not been read. */
  readonly tail: string
}

/** An answer of `GET /trace/:name/log`. */
export interface LogChunk {
  readonly items: string
  readonly meta: { readonly position: number }
}

interface Taken {
  readonly lines: readonly string[]
  readonly cursor: LogCursor
  readonly isAtEnd: boolean
  /** A line is longer than what was asked for. */
  readonly needsMore: boolean
}

const encoder = new TextEncoder()

/**
 * The whole lines of a chunk. Chunks are cut anywhere, also within a character, which then arrives as U+FFFD: so what
 * follows the last whole line is read again with the next chunk, instead of being put together from broken halves.
 */
function takeChunk(cursor: LogCursor, bytes: number, { items, meta }: LogChunk): Taken {
  const isAtEnd = meta.position - cursor.position < bytes
  const end = items.lastIndexOf('\n') + 1
  if (end === 0) return { lines: [], cursor, isAtEnd, needsMore: items !== '' && !isAtEnd }
  const whole = items.slice(0, end)
  const lines = (cursor.tail + whole.slice(0, -1)).split('\n')
  const reached = cursor.position + encoder.encode(whole).length
  // Where bytes were replaced, characters do not tell how many there were.
  const isCounted = !whole.includes('\uFFFD') && reached <= meta.position
  return {
    lines,
    cursor: isCounted ? { position: reached, tail: '' } : { position: meta.position, tail: items.slice(end) },
    isAtEnd,
    needsMore: false,
  }
}
