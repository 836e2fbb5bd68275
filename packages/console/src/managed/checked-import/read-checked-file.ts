import { CsvReader, type CsvRow } from '#lib/csv-reader.ts'
import { JsonListReader } from '#lib/json-list-reader.ts'
import type { FileFormat, FileReading, FileRow, RowSorter } from './file-reading.ts'
import { checkedImport as m } from './messages.ts'

/** Bytes that are read and checked at once, at least and at most. */
const smallest = 4 * 1024
const largest = 64 * 1024

/** So long one piece may keep the page busy; on a slow machine pieces are smaller. */
const mostBusyMs = 25

function nextSize(size: number, busyMs: number): number {
  return Math.round(Math.min(largest, Math.max(smallest, (size * mostBusyMs) / Math.max(1, busyMs))))
}

export interface ReadOptions {
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Takes the text piece by piece, then `undefined` for its end; answers why nothing of the file can be used. */
type Taker = (piece: string | undefined) => string | undefined

type Sorter = Pick<RowSorter<unknown>, 'emptyReason' | 'noListReason' | 'headFault' | 'take'>

const quoteWords = { 'open-quote': m.openQuote, 'after-quote': m.afterQuote } as const

function csvTaker(sorter: Sorter): Taker {
  const reader = new CsvReader()
  let names: readonly string[] | undefined
  let count = 0
  const faultOf = ({ fault, fields }: CsvRow, columns: number) => {
    if (fault !== undefined) return quoteWords[fault]
    return fields.length === columns ? undefined : m.fieldCount(fields.length, columns)
  }
  const take = (row: CsvRow): string | undefined => {
    const { line: at, fields, fault } = row
    if (names === undefined) {
      names = fields.map((name) => name.trim())
      return fault === undefined ? sorter.headFault(names) : quoteWords[fault]
    }
    const value = Object.fromEntries(names.map((name, column) => [name, fields[column] ?? '']))
    sorter.take({ at, value, fault: faultOf(row, names.length), text: () => fields.join(',') })
    count += 1
    return undefined
  }
  return (piece) => {
    for (const row of piece === undefined ? reader.end() : reader.push(piece)) {
      const reason = take(row)
      if (reason !== undefined) return reason
    }
    return piece === undefined && count === 0 ? sorter.emptyReason : undefined
  }
}

function entryOf(text: string, at: number): FileRow | string {
  try {
    return { at, value: JSON.parse(text), fault: undefined, text: () => text.trim() }
  } catch (error) {
    return m.notJson(m.entryFault(at, error instanceof Error ? error.message : String(error)))
  }
}

function jsonTaker(sorter: Sorter): Taker {
  const reader = new JsonListReader()
  const words = {
    'no-list': sorter.noListReason,
    'cut-off': m.notJson(m.cutOff),
    'after-end': m.notJson(m.afterEnd),
  } as const
  let count = 0
  return (piece) => {
    if (piece === undefined) reader.end()
    else {
      for (const text of reader.push(piece)) {
        count += 1
        const entry = entryOf(text, count)
        if (typeof entry === 'string') return entry
        sorter.take(entry)
      }
    }
    if (reader.fault !== undefined) return words[reader.fault]
    return piece === undefined && count === 0 ? sorter.emptyReason : undefined
  }
}

/** Looks at every row of a file without holding up the page. */
export async function readCheckedFile<Row>(
  file: File,
  sorterFor: (format: FileFormat) => RowSorter<Row>,
  { signal, onProgress }: ReadOptions,
): Promise<FileReading<Row>> {
  async function* pieces() {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    let size = smallest
    for (let at = 0; at < file.size; ) {
      signal.throwIfAborted()
      const bytes = await file.slice(at, at + size).arrayBuffer()
      at += size
      onProgress(Math.min(1, at / file.size))
      const begun = performance.now()
      yield decoder.decode(bytes, { stream: true })
      size = nextSize(size, performance.now() - begun)
    }
    yield decoder.decode()
    yield undefined
  }
  const format = /\.json$/i.test(file.name) ? 'json' : 'csv'
  const sorter = sorterFor(format)
  const take = (format === 'csv' ? csvTaker : jsonTaker)(sorter)
  let hasMark: boolean | undefined
  try {
    for await (const piece of pieces()) {
      const isFirst = hasMark === undefined
      hasMark ??= piece?.startsWith('\uFEFF') === true
      const reason = take(isFirst ? piece?.replace(/^\uFEFF/, '') : piece)
      if (reason !== undefined) return { kind: 'refused', reason }
    }
    return { kind: 'read', format, hasMark: hasMark === true, ...sorter.sorted() }
  } catch (error) {
    if (signal.aborted) throw error
    // A decoder that is strict says TypeError of bytes that are no UTF-8; everything else is the file itself.
    return { kind: 'refused', reason: error instanceof TypeError ? m.notUtf8 : m.unreadable }
  }
}
