import { hexFromBytes } from '#lib/payload.ts'
import type { DataEntry, DataNode } from './data-node.ts'

export interface PrintOptions {
  /** Sorts maps by their keys, for comparisons. */
  readonly sortsKeys?: boolean
  /** Prints on one line. */
  readonly isInline?: boolean
  /** The number of characters that are needed: printing a longer text stops shortly after them. */
  readonly most?: number
}

/**
 * Prints a document as indented text: JSON as JSON; bytes, tags and other keys in the diagnostic notation of CBOR
 * (RFC 8949 §8).
 */
export function printData(node: DataNode, options: PrintOptions = {}): string {
  const printer = new Printer(options)
  printer.write(node, 0, '')
  return printer.text
}

/** Collects the text in pieces, so that deep documents cost no more than flat documents. */
class Printer {
  readonly #sortsKeys: boolean
  readonly #isInline: boolean
  readonly #most: number
  readonly #pieces: string[] = []
  /** The beginning of a line at each level. */
  readonly #starts: string[] = []
  #length = 0

  constructor({ sortsKeys = false, isInline = false, most = Number.POSITIVE_INFINITY }: PrintOptions) {
    this.#sortsKeys = sortsKeys
    this.#isInline = isInline
    this.#most = most
  }

  get text(): string {
    return this.#pieces.join('')
  }

  /** Writes a value after the text `before`. */
  write(node: DataNode, depth: number, before: string): void {
    if (node.kind === 'tagged') {
      this.write(node.inner, depth, `${before}${node.tag}(`)
      this.#add(')')
    } else if (node.kind === 'list') this.#writeList(node.items, depth, before)
    else if (node.kind === 'map') this.#writeMap(node.entries, depth, before)
    else this.#add(before + printLeaf(node))
  }

  #writeList(items: readonly DataNode[], depth: number, before: string): void {
    this.#add(`${before}[`)
    let start = this.#formatLineStart(depth + 1)
    for (const item of items) {
      if (this.#length > this.#most) return
      this.write(item, depth + 1, start)
      start = this.#between(depth + 1)
    }
    this.#add(items.length === 0 ? ']' : `${this.#formatLineStart(depth)}]`)
  }

  #writeMap(entries: readonly DataEntry[], depth: number, before: string): void {
    this.#add(`${before}{`)
    let start = this.#formatLineStart(depth + 1)
    for (const { key, value } of this.#inOrder(entries)) {
      if (this.#length > this.#most) return
      this.write(value, depth + 1, `${start}${this.#printKey(key)}: `)
      start = this.#between(depth + 1)
    }
    this.#add(entries.length === 0 ? '}' : `${this.#formatLineStart(depth)}}`)
  }

  #inOrder(entries: readonly DataEntry[]): readonly DataEntry[] {
    if (!this.#sortsKeys) return entries
    return entries
      .map((entry) => ({ entry, key: this.#printKey(entry.key) }))
      .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
      .map(({ entry }) => entry)
  }

  #printKey(key: DataNode): string {
    if (key.kind === 'text') return JSON.stringify(key.text)
    return printData(key, { sortsKeys: this.#sortsKeys, isInline: true })
  }

  #add(piece: string): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  #formatLineStart(depth: number): string {
    this.#starts[depth] ??= this.#isInline ? '' : `\n${'  '.repeat(depth)}`
    return this.#starts[depth]
  }

  #between(depth: number): string {
    return this.#isInline ? ', ' : `,${this.#formatLineStart(depth)}`
  }
}

type Leaf = Exclude<DataNode, { kind: 'tagged' | 'list' | 'map' }>

function printLeaf(node: Leaf): string {
  if (node.kind === 'text') return JSON.stringify(node.text)
  return node.kind === 'bytes' ? `h'${hexFromBytes(node.bytes)}'` : node.text
}
