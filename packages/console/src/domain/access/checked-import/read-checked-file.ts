import { CsvReader, type CsvRow } from '#lib/csv-reader.ts'
import { findJsonFault } from '#lib/data-tree/decode-json.ts'
import { type JsonEntry, JsonListReader } from '#lib/json-list-reader.ts'
import { TextPlace } from '#lib/text-place.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { FileFormat, FileReading, FileRow, RowSorter } from './file-reading.ts'
import { findBadByte } from './find-bad-byte.ts'
import { checkedImport as m } from './messages.ts'

/** The minimum and the maximum number of bytes that are read and checked at once. */
const smallest = 4 * 1024
const largest = 64 * 1024

/** The maximum time in milliseconds for which one piece may block the page; on a slow machine, pieces are smaller. */
const mostBusyMs = 25

function nextSize(size: number, busyMs: number): number {
  return Math.round(Math.min(largest, Math.max(smallest, (size * mostBusyMs) / Math.max(1, busyMs))))
}

export interface ReadOptions {
  readonly signal: AbortSignal
  /** Receives the progress, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Takes the text piece by piece, then `undefined` at its end; returns the reason if the file cannot be used. */
type Taker = (piece: string | undefined) => string | undefined

type Sorter = Pick<RowSorter<unknown>, 'emptyReason' | 'noListReason' | 'headFault' | 'take'>

const quoteWords = { 'open-quote': m.openQuote, 'after-quote': m.afterQuote } as const

function csvTaker(sorter: Sorter): Taker {
  const reader = new CsvReader()
  let names: readonly string[] | undefined
  let count = 0
  const describeRowFault = ({ fault, fields }: CsvRow, columns: number) => {
    if (fault !== undefined) return quoteWords[fault]
    if (fields.length === columns) return undefined
    const hasOther = fields.length === 1 && fields[0]?.includes(';') === true
    return hasOther ? m.semicolons : m.fieldCount(fields.length, columns)
  }
  const findColumn = (name: string) => {
    const found = names?.indexOf(name) ?? -1
    return found === -1 ? undefined : found + 1
  }
  const take = (row: CsvRow): string | undefined => {
    const { line: at, fields, fault, faultColumn } = row
    if (names === undefined) {
      names = fields.map((name) => name.trim())
      const reason = fault === undefined ? sorter.headFault(names) : quoteWords[fault]
      return reason === undefined ? undefined : m.atLine(at, reason)
    }
    const value = Object.fromEntries(names.map((name, column) => [name, fields[column] ?? '']))
    sorter.take({
      at,
      value,
      fault: describeRowFault(row, names.length),
      faultColumn,
      findColumn,
      text: () => fields.join(','),
    })
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

function readEntry({ text, line, column }: JsonEntry, at: number): FileRow | string {
  try {
    return { at, line, value: JSON.parse(text), fault: undefined, text: () => text.trim() }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const offset = findJsonFault(text) ?? 0
    const place = new TextPlace(line, column)
    place.pass(text.slice(0, offset))
    const found = /^[^\s,:{}[\]"]+|^./.exec(text.slice(offset, offset + mostQuoted))?.[0] ?? ''
    const why = found === '' ? m.entryEnds : m.notExpected(visibleText(found, mostQuoted))
    return m.notJson(m.entryFault(at, place, why))
  }
}

/** The maximum number of characters quoted in an error. */
const mostQuoted = 24

function jsonTaker(sorter: Sorter): Taker {
  const reader = new JsonListReader()
  const words = {
    'no-list': () => sorter.noListReason,
    'cut-off': () => m.notJson(m.cutOff),
    'after-end': () => m.notJson(m.afterEnd(reader.place)),
  } as const
  let count = 0
  return (piece) => {
    if (piece === undefined) reader.end()
    else {
      for (const found of reader.push(piece)) {
        count += 1
        const entry = readEntry(found, count)
        if (typeof entry === 'string') return entry
        sorter.take(entry)
      }
    }
    if (reader.fault !== undefined) return words[reader.fault]()
    return piece === undefined && count === 0 ? sorter.emptyReason : undefined
  }
}

/** Yields the text of a file piece by piece, then `undefined` at its end. */
async function* readPieces(file: File, { signal, onProgress }: ReadOptions) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const place = new TextPlace()
  const read = async (from: number, to: number, isEnd: boolean) => {
    const bytes = await file.slice(from, to).arrayBuffer()
    try {
      const text = isEnd ? decoder.decode() : decoder.decode(bytes, { stream: true })
      place.pass(text)
      return text
    } catch (error) {
      // A strict decoder throws a `TypeError` for bytes that are not UTF-8.
      if (!(error instanceof TypeError)) throw error
      const before = Math.min(longestCharacter, from)
      const around = new Uint8Array(await file.slice(from - before, to).arrayBuffer())
      throw new NotUtf8Error(m.notUtf8(findBadByte(around, before, place)))
    }
  }
  let size = smallest
  for (let at = 0; at < file.size; ) {
    signal.throwIfAborted()
    const from = at
    at = Math.min(file.size, at + size)
    onProgress(at / file.size)
    const text = await read(from, at, false)
    const begun = performance.now()
    yield text
    size = nextSize(size, performance.now() - begun)
  }
  yield await read(file.size, file.size, true)
  yield undefined
}

/** The maximum number of bytes of a character in UTF-8. */
const longestCharacter = 4

class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error'
}

/** Checks every row of a file without blocking the page. */
export async function readCheckedFile<Row>(
  file: File,
  sorterFor: (format: FileFormat) => RowSorter<Row>,
  options: ReadOptions,
): Promise<FileReading<Row>> {
  const format = /\.json$/i.test(file.name) ? 'json' : 'csv'
  const sorter = sorterFor(format)
  const take = (format === 'csv' ? csvTaker : jsonTaker)(sorter)
  let hasMark: boolean | undefined
  try {
    for await (const piece of readPieces(file, options)) {
      const isFirst = hasMark === undefined
      hasMark ??= piece?.startsWith('\uFEFF') === true
      const reason = take(isFirst ? piece?.replace(/^\uFEFF/, '') : piece)
      if (reason !== undefined) return { kind: 'refused', reason }
    }
    return { kind: 'read', format, hasMark: hasMark === true, ...sorter.sortRows() }
  } catch (error) {
    if (options.signal.aborted) throw error
    return { kind: 'refused', reason: error instanceof NotUtf8Error ? error.message : m.unreadable }
  }
}
