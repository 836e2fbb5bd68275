import { ByteReader, numberNode } from './byte-reader.ts'
import type { DataEntry, DataNode, DecodeResult } from './data-node.ts'
import { DecodeError, decodeWithin, type Spend } from './decode-within.ts'

/** Decodes MessagePack: keys of any type, repeated keys, extensions, integers of 64 bits. */
export function decodeMessagePack(bytes: Uint8Array): DecodeResult {
  return decodeWithin(bytes.length, (spend) => {
    const reader = new ByteReader(bytes)
    return { root: new MessagePackReader(reader, spend).value(0), rest: reader.left }
  })
}

class MessagePackReader {
  readonly #reader: ByteReader
  readonly #spend: Spend

  constructor(reader: ByteReader, spend: Spend) {
    this.#reader = reader
    this.#spend = spend
  }

  value(depth: number): DataNode {
    this.#spend(depth)
    const first = this.#reader.byte()
    if (first < 0x80) return numberNode(first)
    if (first < 0x90) return this.#map(first & 0x0f, depth)
    if (first < 0xa0) return this.#list(first & 0x0f, depth)
    if (first < 0xc0) return this.#reader.text(first & 0x1f)
    if (first >= 0xe0) return numberNode(first - 0x100)
    return this.#readSized(first, depth)
  }

  /** Reads values that have a first byte of their own: 0xc0 to 0xdf. */
  #readSized(first: number, depth: number): DataNode {
    const reader = this.#reader
    if (first === 0xc0) return { kind: 'word', text: 'null' }
    if (first === 0xc2 || first === 0xc3) return { kind: 'word', text: first === 0xc3 ? 'true' : 'false' }
    if (first === 0xca) return reader.single()
    if (first === 0xcb) return reader.double()
    if (first >= 0xc4 && first <= 0xc6)
      return { kind: 'bytes', bytes: reader.take(reader.count(2 ** (first - 0xc4))) }
    if (first >= 0xc7 && first <= 0xc9) return this.#extension(reader.count(2 ** (first - 0xc7)))
    if (first >= 0xcc && first <= 0xcf) return numberNode(reader.whole(2 ** (first - 0xcc)))
    if (first >= 0xd0 && first <= 0xd3) return numberNode(reader.readSigned(2 ** (first - 0xd0)))
    if (first >= 0xd4 && first <= 0xd8) return this.#extension(2 ** (first - 0xd4))
    if (first >= 0xd9 && first <= 0xdb) return reader.text(reader.count(2 ** (first - 0xd9)))
    if (first === 0xdc || first === 0xdd) return this.#list(reader.count(first === 0xdc ? 2 : 4), depth)
    if (first === 0xde || first === 0xdf) return this.#map(reader.count(first === 0xde ? 2 : 4), depth)
    throw new DecodeError('malformed')
  }

  #list(count: number, depth: number): DataNode {
    const items: DataNode[] = []
    while (items.length < count) items.push(this.value(depth + 1))
    return { kind: 'list', items }
  }

  #map(count: number, depth: number): DataNode {
    const entries: DataEntry[] = []
    while (entries.length < count) {
      const key = this.value(depth + 1)
      entries.push({ key, value: this.value(depth + 1) })
    }
    return { kind: 'map', entries }
  }

  #extension(length: number): DataNode {
    const type = this.#reader.readSigned(1)
    const bytes = this.#reader.take(length)
    return {
      kind: 'tagged',
      tag: `ext ${type}`,
      inner: type === -1n ? timestamp(bytes) : { kind: 'bytes', bytes },
    }
  }
}

/** Reads seconds since 1970, with nanoseconds in the two longer forms. */
function timestamp(bytes: Uint8Array): DataNode {
  const reader = new ByteReader(bytes)
  if (bytes.length === 4) return numberNode(reader.whole(4))
  if (bytes.length !== 8 && bytes.length !== 12) return { kind: 'bytes', bytes }
  const both = BigInt(bytes.length === 8 ? reader.whole(8) : reader.whole(4))
  const seconds = bytes.length === 8 ? both & 0x3ffffffffn : reader.readSigned(8)
  const nanoseconds = bytes.length === 8 ? both >> 34n : both
  return { kind: 'number', text: `${seconds}.${String(nanoseconds).padStart(9, '0')}` }
}
