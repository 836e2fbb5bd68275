import { DecodeError } from './decode-within.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const COMMA = 0x2c
const BACKSLASH = 0x5c
export const QUOTE = 0x22
const COLON = 0x3a
export const LIST = 0x5b
export const LIST_END = 0x5d
export const MAP = 0x7b
export const MAP_END = 0x7d

const LETTER_F = 0x66
const LETTER_T = 0x74
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Goes through JSON by codes instead of characters: a megabyte has to be read between two frames. */
export class JsonCursor {
  readonly #text: string
  at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  /** The first code after white space; not a number at the end. */
  next(): number {
    let code = this.#text.charCodeAt(this.at)
    while (code === SPACE || code === LINE_FEED || code === RETURN || code === TAB) {
      this.at += 1
      code = this.#text.charCodeAt(this.at)
    }
    return code
  }

  /** Over a bracket: whether anything is in it. */
  opens(end: number): boolean {
    this.at += 1
    if (this.next() !== end) return true
    this.at += 1
    return false
  }

  /** Over a comma or the end of a list or map. */
  goesOn(end: number): boolean {
    const after = this.next()
    this.at += 1
    if (after !== end && after !== COMMA) throw new DecodeError('malformed')
    return after === COMMA
  }

  colon(): void {
    if (this.next() !== COLON) throw new DecodeError('malformed')
    this.at += 1
  }

  string(): string {
    const start = this.at
    const isEscaped = this.#passString()
    return isEscaped ? unescaped(this.#text.slice(start, this.at)) : this.#text.slice(start + 1, this.at - 1)
  }

  /** One that was not looked at before. */
  passString(): void {
    const start = this.at
    if (this.#passString()) unescaped(this.#text.slice(start, this.at))
  }

  /** `true`, `false` or `null`. */
  word(): string | undefined {
    const code = this.#text.charCodeAt(this.at)
    const word = code === LETTER_T ? 'true' : code === LETTER_F ? 'false' : 'null'
    if (!this.#text.startsWith(word, this.at)) return undefined
    this.at += word.length
    return word
  }

  number(): string {
    const start = this.at
    this.passNumber()
    return this.#text.slice(start, this.at)
  }

  passNumber(): void {
    NUMBER.lastIndex = this.at
    if (!NUMBER.test(this.#text)) throw new DecodeError('malformed')
    this.at = NUMBER.lastIndex
  }

  /** True: with escapes, which nobody has looked at. */
  #passString(): boolean {
    let isEscaped = false
    let end = this.at + 1
    for (let code = this.#text.charCodeAt(end); code !== QUOTE; code = this.#text.charCodeAt(end)) {
      // Not a number beyond the end, and controls are written as escapes only.
      if (!(code >= SPACE)) throw new DecodeError('malformed')
      isEscaped ||= code === BACKSLASH
      end += code === BACKSLASH ? 2 : 1
    }
    this.at = end + 1
    return isEscaped
  }
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch (error) {
    if (error instanceof SyntaxError) throw new DecodeError('malformed')
    throw error
  }
}
