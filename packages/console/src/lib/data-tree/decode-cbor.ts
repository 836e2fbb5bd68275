import { hexFromBytes } from '#lib/payload.ts'
import { ByteReader, numberNode } from './byte-reader.ts'
import type { DataEntry, DataNode, DecodeResult } from './data-node.ts'
import { DecodeError, decodeWithin, type Spend } from './decode-within.ts'

/** Decodes CBOR (RFC 8949): keys of any type, repeated keys, every tag, integers of any size. */
export function decodeCbor(bytes: Uint8Array): DecodeResult {
  return decodeWithin(bytes.length, (spend) => {
    const reader = new ByteReader(bytes)
    return { root: new CborReader(reader, spend).value(0), rest: reader.left }
  })
}

/** "Break", which ends an item of indefinite length (RFC 8949 §3.2.1). */
const BREAK = 0xff
const OPEN_ENDED = 31
const words = new Map([
  [20, 'false'],
  [21, 'true'],
  [22, 'null'],
  [23, 'undefined'],
])

class CborReader {
  readonly #reader: ByteReader
  readonly #spend: Spend

  constructor(reader: ByteReader, spend: Spend) {
    this.#reader = reader
    this.#spend = spend
  }

  value(depth: number): DataNode {
    this.#spend(depth)
    const first = this.#reader.byte()
    const [major, minor] = [first >> 5, first & 0x1f]
    switch (major) {
      case 0:
        return numberNode(this.#argument(minor))
      case 1:
        return numberNode(-1n - BigInt(this.#argument(minor)))
      case 2:
        return { kind: 'bytes', bytes: this.#string(major, minor) }
      case 3: {
        const bytes = this.#string(major, minor)
        return new ByteReader(bytes).text(bytes.length)
      }
      case 4:
        return { kind: 'list', items: this.#items(minor, () => this.value(depth + 1)) }
      case 5:
        return { kind: 'map', entries: this.#items(minor, () => this.#entry(depth)) }
      case 6:
        return toTagged(String(this.#argument(minor)), this.value(depth + 1))
      default:
        return this.#simple(minor)
    }
  }

  /** Reads a string as a whole, or in chunks until a break. */
  #string(major: number, minor: number): Uint8Array {
    if (minor !== OPEN_ENDED) return this.#reader.take(this.#count(minor))
    const pieces: Uint8Array[] = []
    while (!this.#isBroken()) {
      this.#spend(0)
      const first = this.#reader.byte()
      if (first >> 5 !== major || (first & 0x1f) === OPEN_ENDED) throw new DecodeError('malformed')
      pieces.push(this.#reader.take(this.#count(first & 0x1f)))
    }
    return joinPieces(pieces)
  }

  #items<Item>(minor: number, read: () => Item): readonly Item[] {
    const items: Item[] = []
    if (minor === OPEN_ENDED) while (!this.#isBroken()) items.push(read())
    else for (let count = this.#count(minor); count > 0; count -= 1) items.push(read())
    return items
  }

  #entry(depth: number): DataEntry {
    const key = this.value(depth + 1)
    return { key, value: this.value(depth + 1) }
  }

  #isBroken(): boolean {
    if (this.#reader.peek() !== BREAK) return false
    this.#reader.byte()
    return true
  }

  #argument(minor: number): number | bigint {
    if (minor < 24) return minor
    if (minor > 27) throw new DecodeError('malformed')
    return this.#reader.whole(2 ** (minor - 24))
  }

  #count(minor: number): number {
    return this.#reader.within(this.#argument(minor))
  }

  #simple(minor: number): DataNode {
    if (minor === 25) return this.#reader.half()
    if (minor === 26) return this.#reader.single()
    if (minor === 27) return this.#reader.double()
    if (minor > 24) throw new DecodeError('malformed')
    const number = minor === 24 ? this.#reader.byte() : minor
    return { kind: 'word', text: words.get(number) ?? `simple(${number})` }
  }
}

function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const MOST_DIGITS = 256

/** Big numbers (tags 2 and 3, RFC 8949 §3.4.3) become numbers; any other tag is shown. */
function toTagged(tag: string, inner: DataNode): DataNode {
  if ((tag === '2' || tag === '3') && inner.kind === 'bytes' && inner.bytes.length <= MOST_DIGITS) {
    const size = BigInt(`0x0${hexFromBytes(inner.bytes)}`)
    return numberNode(tag === '2' ? size : -1n - size)
  }
  return { kind: 'tagged', tag, inner }
}
