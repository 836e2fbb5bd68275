import type { DataEntry, DataNode, DecodeResult } from './data-node.ts'
import { DecodeError, decodeWithin, type Spend } from './decode-within.ts'
import { JsonCursor, LIST, LIST_END, MAP, MAP_END, QUOTE } from './json-cursor.ts'

/**
 * JSON with its numbers as they were written and its repeated keys, which `JSON.parse` would lose. It is checked at once;
 * what a list or map holds is taken out when somebody looks: mostly at very little of it.
 */
export function decodeJson(text: string): DecodeResult {
  return decodeWithin(text.length, (spend) => {
    const containers = new JsonCheck(text, spend).document()
    return { root: new JsonReader({ text, containers }, 0, 0).value(), rest: 0 }
  })
}

/** Of each list and map, in the order in which they begin. */
interface Containers {
  /** Where it ends. */
  readonly ends: readonly number[]
  /** How many there are in it, itself one of them. */
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

/** Values of a text that is known to be JSON, passing over what they hold. */
class JsonReader {
  readonly #source: JsonSource
  readonly #cursor: JsonCursor
  /** Of the next list or map. */
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
