import { TextPlace } from './text-place.ts'

/** What is wrong with the text as a whole; an entry that is no JSON is for whoever parses it. */
export type JsonListFault = 'no-list' | 'cut-off' | 'after-end'

export interface JsonEntry {
  readonly text: string
  /** Where it begins in the file, counted from 1. */
  readonly line: number
  readonly column: number
}

const structure = /["[\]{},]/g
const quoteOrEscape = /["\\]/g

/** Finds the entries of a JSON list whose text comes in pieces: each as it stands there, none parsed. */
export class JsonListReader {
  #place: 'before' | 'within' | 'after' = 'before'
  /** Where the rest begins. */
  readonly #begin = new TextPlace()
  /** From where the entry that is not over begins. */
  #rest = ''
  /** What of the rest has been looked at. */
  #at = 0
  #depth = 0
  #isQuoted = false
  #hasEntries = false
  #fault: JsonListFault | undefined

  /** Where what is not read yet begins. */
  get place(): Readonly<Pick<TextPlace, 'line' | 'column'>> {
    return this.#begin
  }

  get fault(): JsonListFault | undefined {
    return this.#fault
  }

  /** The entries that end in what is known by now. */
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

  /** The text is over. */
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

  /** A list without entries has blanks at most; everywhere else something has to stand. */
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

  /** Whether the quotes close in what is known by now. */
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
      // What is escaped may be in the next piece.
      if (found.index + 1 === text.length) {
        this.#at = found.index
        return false
      }
      this.#at = found.index + 2
    }
  }
}
