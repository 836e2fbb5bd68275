import type { DataEntry, DataNode, DecodeResult } from './data-node.ts'
import { DECODE_LIMITS, DecodeError, decodeWithin, type Spend } from './decode-within.ts'

/**
 * Decodes JSON with its numbers as written and with its repeated keys, which `JSON.parse` would lose. The text is
 * checked at once; the content of a list or map is read on access, because mostly little of it is looked at.
 */
export function decodeJson(text: string): DecodeResult {
  return decodeWithin(text.length, (spend) => {
    const containers = new JsonCheck(text, spend).document()
    return { root: new JsonReader({ text, containers }, 0, 0).value(), rest: 0 }
  })
}

/**
 * Returns the position at which a text stops being JSON; undefined for valid JSON, or if the text is nested deeper
 * than the limit.
 */
export function findJsonFault(text: string): number | undefined {
  const check = new JsonCheck(text, (depth) => {
    if (depth > DECODE_LIMITS.depth) throw new DecodeError('too-deep')
  })
  try {
    check.document()
    return undefined
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return error.why === 'malformed' ? check.at : undefined
  }
}

/** Data about each list and map, in the order in which they begin. */
interface Containers {
  /** The positions at which they end. */
  readonly ends: readonly number[]
  /** The number of lists and maps in each of them, including itself. */
  readonly sizes: readonly number[]
}

class JsonCheck {
  readonly #cursor: JsonCursor
  readonly #length: number
  readonly #spend: Spend
  readonly #ends: number[] = []
  readonly #sizes: number[] = []

  constructor(text: string, spend: Spend) {
    this.#cursor = new JsonCursor(text, 0)
    this.#length = text.length
    this.#spend = spend
  }

  get at(): number {
    return this.#cursor.at
  }

  document(): Containers {
    this.#value(0)
    this.#cursor.next()
    if (this.#cursor.at < this.#length) throw new DecodeError('malformed')
    return { ends: this.#ends, sizes: this.#sizes }
  }

  #value(depth: number): void {
    this.#spend(depth)
    const first = this.#cursor.next()
    if (first === QUOTE) this.#cursor.passString()
    else if (first === MAP || first === LIST) this.#container(depth, first)
    else if (this.#cursor.word() === undefined) this.#cursor.passNumber()
  }

  #container(depth: number, kind: number): void {
    const cursor = this.#cursor
    const index = this.#ends.push(0) - 1
    this.#sizes.push(0)
    const end = kind === MAP ? MAP_END : LIST_END
    for (let isMore = cursor.opens(end); isMore; isMore = cursor.goesOn(end)) {
      if (kind === MAP) {
        if (cursor.next() !== QUOTE) throw new DecodeError('malformed')
        cursor.passString()
        cursor.colon()
      }
      this.#value(depth + 1)
    }
    this.#ends[index] = cursor.at
    this.#sizes[index] = this.#ends.length - index
  }
}

interface JsonSource {
  readonly text: string
  readonly containers: Containers
}

/** Reads values of a text that is known to be JSON, skipping the content of lists and maps. */
class JsonReader {
  readonly #source: JsonSource
  readonly #cursor: JsonCursor
  /** The index of the next list or map. */
  #index: number

  constructor(source: JsonSource, at: number, index: number) {
    this.#source = source
    this.#cursor = new JsonCursor(source.text, at)
    this.#index = index
  }

  value(): DataNode {
    const first = this.#cursor.next()
    if (first === QUOTE) return { kind: 'text', text: this.#cursor.string() }
    if (first === MAP || first === LIST) return this.#pass(first)
    const word = this.#cursor.word()
    return word === undefined ? { kind: 'number', text: this.#cursor.number() } : { kind: 'word', text: word }
  }

  items(): readonly DataNode[] {
    const items: DataNode[] = []
    for (let isMore = this.#cursor.opens(LIST_END); isMore; isMore = this.#cursor.goesOn(LIST_END))
      items.push(this.value())
    return items
  }

  entries(): readonly DataEntry[] {
    const entries: DataEntry[] = []
    for (let isMore = this.#cursor.opens(MAP_END); isMore; isMore = this.#cursor.goesOn(MAP_END)) {
      this.#cursor.next()
      const key: DataNode = { kind: 'text', text: this.#cursor.string() }
      this.#cursor.colon()
      entries.push({ key, value: this.value() })
    }
    return entries
  }

  #pass(kind: number): DataNode {
    const { ends, sizes } = this.#source.containers
    const inside = new JsonReader(this.#source, this.#cursor.at, this.#index + 1)
    this.#cursor.at = ends[this.#index] ?? 0
    this.#index += sizes[this.#index] ?? 1
    return kind === MAP ? new JsonMap(inside) : new JsonList(inside)
  }
}

class JsonMap {
  readonly kind = 'map'
  readonly #inside: JsonReader
  #entries: readonly DataEntry[] | undefined

  constructor(inside: JsonReader) {
    this.#inside = inside
  }

  get entries(): readonly DataEntry[] {
    this.#entries ??= this.#inside.entries()
    return this.#entries
  }
}

class JsonList {
  readonly kind = 'list'
  readonly #inside: JsonReader
  #items: readonly DataNode[] | undefined

  constructor(inside: JsonReader) {
    this.#inside = inside
  }

  get items(): readonly DataNode[] {
    this.#items ??= this.#inside.items()
    return this.#items
  }
}

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const COMMA = 0x2c
const BACKSLASH = 0x5c
const QUOTE = 0x22
const COLON = 0x3a
const LIST = 0x5b
const LIST_END = 0x5d
const MAP = 0x7b
const MAP_END = 0x7d

const LETTER_F = 0x66
const LETTER_T = 0x74
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Reads JSON by character codes instead of characters: a megabyte has to be read between two frames. */
class JsonCursor {
  readonly #text: string
  at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  /** Returns the first code after white space; NaN at the end. */
  next(): number {
    let code = this.#text.charCodeAt(this.at)
    while (code === SPACE || code === LINE_FEED || code === RETURN || code === TAB) {
      this.at += 1
      code = this.#text.charCodeAt(this.at)
    }
    return code
  }

  /** Skips an opening bracket; returns whether the list or map has content. */
  opens(end: number): boolean {
    this.at += 1
    if (this.next() !== end) return true
    this.at += 1
    return false
  }

  /** Skips a comma or the end of a list or map; returns true after a comma. */
  goesOn(end: number): boolean {
    const after = this.next()
    if (after !== end && after !== COMMA) throw new DecodeError('malformed')
    this.at += 1
    return after === COMMA
  }

  colon(): void {
    if (this.next() !== COLON) throw new DecodeError('malformed')
    this.at += 1
  }

  string(): string {
    const start = this.at
    const isEscaped = this.#passString()
    return isEscaped
      ? unescapeText(this.#text.slice(start, this.at))
      : this.#text.slice(start + 1, this.at - 1)
  }

  /** Skips a string that was not checked before. */
  passString(): void {
    const start = this.at
    if (this.#passString()) unescapeText(this.#text.slice(start, this.at))
  }

  /** Reads `true`, `false` or `null`. */
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

  /** Returns true for a string with escapes, which are not checked here. */
  #passString(): boolean {
    let isEscaped = false
    let end = this.at + 1
    for (let code = this.#text.charCodeAt(end); code !== QUOTE; code = this.#text.charCodeAt(end)) {
      // The code is NaN beyond the end, and control characters are valid only as escapes.
      if (!(code >= SPACE)) throw new DecodeError('malformed')
      isEscaped ||= code === BACKSLASH
      end += code === BACKSLASH ? 2 : 1
    }
    this.at = end + 1
    return isEscaped
  }
}

function unescapeText(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch (error) {
    if (error instanceof SyntaxError) throw new DecodeError('malformed')
    throw error
  }
}
