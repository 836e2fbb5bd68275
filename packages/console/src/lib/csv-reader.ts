export interface CsvRow {
  /** The line in the file on which the row begins, from 1. */
  readonly line: number
  readonly fields: readonly string[]
  /** A quote that is never closed, or text right after a closing quote. */
  readonly fault?: 'open-quote' | 'after-quote' | undefined
  /** The field that contains the fault, from 1. */
  readonly faultColumn?: number
}

const lineEnd = /\r\n|\r|\n/g

/** Reads CSV according to RFC 4180 in chunks: quotes, doubled quotes, line breaks inside of quotes, any line ends. */
export class CsvReader {
  #rest = ''
  #line = 1

  /** Returns the rows that end in the text so far; empty lines are skipped. */
  push(text: string): readonly CsvRow[] {
    return this.#read(this.#rest + text, false)
  }

  /** Returns the remaining rows at the end of the text. */
  end(): readonly CsvRow[] {
    return this.#read(this.#rest, true)
  }

  #read(text: string, isOver: boolean): readonly CsvRow[] {
    const rows: CsvRow[] = []
    let at = 0
    while (at < text.length) {
      const row = readRow(text, at, isOver)
      if (row === undefined) break
      const isBlank = row.fields.length === 1 && row.fields[0] === ''
      if (!isBlank || row.fault !== undefined) {
        const { fields, fault, faultColumn } = row
        rows.push({ line: this.#line, fields, ...(fault && { fault, faultColumn }) })
      }
      this.#line += row.lines
      at = row.end
    }
    this.#rest = text.slice(at)
    return rows
  }
}

interface ReadRow {
  readonly fields: readonly string[]
  readonly fault: CsvRow['fault']
  readonly faultColumn: number
  readonly end: number
  readonly lines: number
}

const bare = /[^,\r\n]*/y

/** Searches without a regular expression, because the text between two quotes may be megabytes long. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** Reads one row from `start` on; undefined while more text may belong to the row. */
function readRow(text: string, start: number, isOver: boolean): ReadRow | undefined {
  const fields: string[] = []
  let fault: CsvRow['fault']
  let faultColumn = 0
  let at = start
  for (;;) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1)
      // The next chunk may close the quote, or double the quote at the end of this chunk.
      if ((close === -1 || close === text.length - 1) && !isOver) return undefined
      const end = close === -1 ? text.length : close
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = close === -1 ? end : end + 1
      bare.lastIndex = at
      const after = bare.exec(text)?.[0] ?? ''
      const wrong = close === -1 ? 'open-quote' : after === '' ? undefined : 'after-quote'
      if (fault === undefined && wrong !== undefined) {
        fault = wrong
        faultColumn = fields.length
      }
      at += after.length
    } else {
      bare.lastIndex = at
      const field = bare.exec(text)?.[0] ?? ''
      fields.push(field)
      at += field.length
    }
    if (text[at] !== ',') break
    at += 1
  }
  if (at === text.length)
    return isOver ? { fields, fault, faultColumn, ...measure(text, start, at) } : undefined
  // The second half of a line end may be in the next chunk.
  if (text[at] === '\r' && at + 1 === text.length && !isOver) return undefined
  const width = text.startsWith('\r\n', at) ? 2 : 1
  return { fields, fault, faultColumn, ...measure(text, start, at + width) }
}

const measure = (text: string, start: number, end: number) => ({
  end,
  lines: text.slice(start, end).match(lineEnd)?.length ?? 0,
})
