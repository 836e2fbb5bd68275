/** How far the log of one node has been read. */
export interface LogCursor {
  /** In bytes. */
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
export function takeChunk(cursor: LogCursor, bytes: number, { items, meta }: LogChunk): Taken {
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
