import { failure } from '../rule-failure.ts'
import { Atom, atomName, binaryOf, bytesOf, isBinary, isList, isMap, Opaque, type Term } from '../term.ts'
import { joinedBytes } from './text-of.ts'

const byte = (...values: readonly number[]) => Uint8Array.from(values)

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

function integerBytes(value: bigint): Uint8Array {
  if (value >= 0n && value < 256n) return byte(97, Number(value))
  if (value >= -(2n ** 31n) && value < 2n ** 31n)
    return joinedBytes([byte(98), word(Number(BigInt.asUintN(32, value)))])
  const digits: number[] = []
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 8n) digits.push(Number(rest & 255n))
  const sign = value < 0n ? 1 : 0
  const head =
    digits.length < 256
      ? byte(110, digits.length, sign)
      : joinedBytes([byte(111), word(digits.length), byte(sign)])
  return joinedBytes([head, Uint8Array.from(digits)])
}

function listBytes(list: readonly Term[]): Uint8Array {
  if (list.length === 0) return byte(106)
  const isString =
    list.length < 65_536 && list.every((item) => typeof item === 'bigint' && item >= 0n && item < 256n)
  if (isString) {
    return joinedBytes([
      byte(107, list.length >> 8, list.length & 255),
      Uint8Array.from(list, (item) => Number(item)),
    ])
  }
  return joinedBytes([byte(108), word(list.length), ...list.map(termBytes), byte(106)])
}

function termBytes(term: Term): Uint8Array {
  if (typeof term === 'bigint') return integerBytes(term)
  if (typeof term === 'number') {
    const bytes = new Uint8Array(9)
    bytes[0] = 70
    new DataView(bytes.buffer).setFloat64(1, term)
    return bytes
  }
  if (isBinary(term)) {
    const bytes = bytesOf(term)
    return joinedBytes([byte(109), word(bytes.length), bytes])
  }
  if (isList(term)) return listBytes(term)
  if (isMap(term)) {
    const pairs = [...term].flatMap(([key, value]) => [termBytes(key), termBytes(value)])
    return joinedBytes([byte(116), word(term.size), ...pairs])
  }
  if (term instanceof Opaque) throw failure('badarg')
  const name = bytesOf(atomName(term) ?? '')
  return joinedBytes([byte(119, name.length), name])
}

/** A term in Erlang's external format. */
export const encodeErlang = (term: Term): Uint8Array => joinedBytes([byte(131), termBytes(term)])

export function decodeErlang(bytes: Uint8Array): Term {
  if (bytes[0] !== 131) throw failure('badarg')
  try {
    return new TermReader(bytes).term(0)
  } catch (error) {
    if (error instanceof RangeError) throw failure('badarg')
    throw error
  }
}

class TermReader {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  #at = 1

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  #small = () => this.#view.getUint8(this.#at++)

  #long(): number {
    this.#at += 4
    return this.#view.getUint32(this.#at - 4)
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw failure('badarg')
    this.#at += length
    return this.#bytes.slice(this.#at - length, this.#at)
  }

  #many(length: number, depth: number): Term[] {
    if (length > this.#bytes.length || depth > 200) throw failure('badarg')
    return Array.from({ length }, () => this.term(depth + 1))
  }

  #big(length: number): bigint {
    const isNegative = this.#small() === 1
    const value = this.#take(length).reduceRight((sum, digit) => sum * 256n + BigInt(digit), 0n)
    return isNegative ? -value : value
  }

  #atom(length: number): Term {
    const name = binaryOf(this.#take(length))
    if (name === 'undefined') return undefined
    if (name === 'true' || name === 'false') return name === 'true'
    return name === 'null' ? null : new Atom(String(name))
  }

  #map(size: number, depth: number): Term {
    const map = new Map<string, Term>()
    let isPlain = true
    for (let pair = 0; pair < size; pair++) {
      const key = this.term(depth + 1)
      const name = typeof key === 'string' ? key : atomName(key)
      if (name === undefined) isPlain = false
      map.set(name ?? String(pair), this.term(depth + 1))
    }
    return isPlain ? map : new Opaque('keys')
  }

  term(depth: number): Term {
    const tag = this.#small()
    switch (tag) {
      case 97:
        return BigInt(this.#small())
      case 98:
        return BigInt.asIntN(32, BigInt(this.#long()))
      case 70:
        this.#at += 8
        return this.#view.getFloat64(this.#at - 8)
      case 109:
        return binaryOf(this.#take(this.#long()))
      case 106:
        return []
      case 107: {
        const length = this.#small() * 256 + this.#small()
        return Array.from(this.#take(length), BigInt)
      }
      case 108: {
        const list = this.#many(this.#long(), depth)
        this.term(depth + 1)
        return list
      }
      case 104:
        this.#many(this.#small(), depth)
        return new Opaque('tuple')
      case 110:
        return this.#big(this.#small())
      case 111:
        return this.#big(this.#long())
      case 116: {
        const size = this.#long()
        if (size > this.#bytes.length || depth > 200) throw failure('badarg')
        return this.#map(size, depth)
      }
      case 100:
      case 118:
        return this.#atom(this.#small() * 256 + this.#small())
      case 115:
      case 119:
        return this.#atom(this.#small())
      default:
        throw failure('badarg')
    }
  }
}
