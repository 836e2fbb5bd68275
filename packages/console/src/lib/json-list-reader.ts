import { TextPlace } from './text-place.ts'

/** A fault of the text as a whole; an entry that is not valid JSON is left to the parser of the entry. */
export type JsonListFault = 'no-list' | 'cut-off' | 'after-end'

export interface JsonEntry {
  readonly text: string
  /** The line of the file on which the entry begins, from 1. */
  readonly line: number
  readonly column: number
}

const structure = /["[\]{},]/g
const quoteOrEscape = /["\\]/g

/** Finds the entries of a JSON list whose text arrives in chunks: each as its text, without parsing it. */
export class JsonListReader {
  #place: 'before' | 'within' | 'after' = 'before'
  /** The position at which the rest begins. */
  readonly #begin = new TextPlace()
  /** The text from the beginning of the entry that is not complete yet. */
  #rest = ''
  /** The number of characters of the rest that have been scanned. */
  #at = 0
  #depth = 0
  #isQuoted = false
  #hasEntries = false
  #fault: JsonListFault | undefined

  /** The position at which the unread text begins. */
  get place(): Readonly<Pick<TextPlace, 'line' | 'column'>> {
    return this.#begin
  }

  get fault(): JsonListFault | undefined {
    return this.#fault
  }

  /** Returns the entries that end in the text so far. */
  push(text: string): readonly JsonEntry[] {
    if (this.#fault !== undefined) return []
    this.#rest += text
    if (this.#place === 'before') this.#open()
    const entries = this.#place === 'within' ? this.#read() : []
    if (this.#place === 'after' && this.#rest.trim() !== '') {
      this.#fault = 'after-end'
      this.#begin.pass(this.#rest.slice(0, this.#rest.search(/\S/)))
    }
    return entries
  }

  /** Ends the text. */
  end(): void {
    if (this.#place !== 'after') this.#fault ??= this.#place === 'before' ? 'no-list' : 'cut-off'
  }

  #open(): void {
    const start = this.#rest.search(/\S/)
    if (start === -1) return
    if (this.#rest[start] === '[') this.#place = 'within'
    else this.#fault = 'no-list'
    this.#begin.pass(this.#rest.slice(0, start + 1))
    this.#rest = this.#rest.slice(start + 1)
  }

  #read(): readonly JsonEntry[] {
    const entries: JsonEntry[] = []
    const text = this.#rest
    let start = 0
    for (;;) {
      if (this.#isQuoted && !this.#leaveQuotes(text)) break
      structure.lastIndex = this.#at
      const found = structure.exec(text)
      if (found === null) {
        this.#at = text.length
        break
      }
      this.#at = found.index + 1
      const [sign] = found
      const isEnd = this.#depth === 0 && (sign === ',' || sign === ']')
      if (isEnd) {
        this.#take(text.slice(start, found.index), sign, entries)
        this.#begin.pass(sign)
        start = this.#at
        if (sign === ']') break
      } else if (sign === '"') this.#isQuoted = true
      else if (sign === '{' || sign === '[') this.#depth += 1
      else if (sign !== ',' && this.#depth > 0) this.#depth -= 1
    }
    this.#rest = text.slice(start)
    this.#at -= start
    return entries
  }

  /** A list without entries may only contain white space; everywhere else an entry is expected. */
  #take(entry: string, sign: string, entries: JsonEntry[]): void {
    if (sign === ']') this.#place = 'after'
    const blanks = entry.length - entry.trimStart().length
    this.#begin.pass(entry.slice(0, blanks))
    const { line, column } = this.#begin
    this.#begin.pass(entry.slice(blanks))
    if (sign === ']' && !this.#hasEntries && entry.trim() === '') return
    this.#hasEntries = true
    entries.push({ text: entry.slice(blanks), line, column })
  }

  /** Returns whether the quotes close in the text so far. */
  #leaveQuotes(text: string): boolean {
    for (;;) {
      quoteOrEscape.lastIndex = this.#at
      const found = quoteOrEscape.exec(text)
      if (found === null) {
        this.#at = text.length
        return false
      }
      if (found[0] === '"') {
        this.#at = found.index + 1
        this.#isQuoted = false
        return true
      }
      // The escaped character may be in the next chunk.
      if (found.index + 1 === text.length) {
        this.#at = found.index
        return false
      }
      this.#at = found.index + 2
    }
  }
}
