import type { EvaluationBudget } from '../budget.ts'
import { bytesToInteger, integerToBytes } from '../integers.ts'
import { failure } from '../rule-failure.ts'
import {
  Atom,
  atomName,
  isBinary,
  isList,
  isMap,
  Opaque,
  type Term,
  type TermMap,
  toBinary,
  toBytes,
} from '../term.ts'

/** Encodes a term in Erlang's external format. */
export const encodeErlang = (term: Term, budget: EvaluationBudget): Uint8Array =>
  new TermWriter(budget).whole(term)

class TermWriter {
  readonly #budget: EvaluationBudget
  #bytes = new Uint8Array(256)
  #size = 0

  constructor(budget: EvaluationBudget) {
    this.#budget = budget
  }

  whole(term: Term): Uint8Array {
    this.#put(131)
    this.#term(term, 0)
    return this.#bytes.slice(0, this.#size)
  }

  /** Reserves space for a number of bytes. The buffer doubles when it grows, so each byte is copied about once. */
  #room(length: number): number {
    this.#budget.spend()
    this.#budget.read(length)
    this.#budget.foresee(this.#size + length)
    const at = this.#size
    this.#size += length
    if (this.#size > this.#bytes.length) {
      const larger = new Uint8Array(this.#size * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    return at
  }

  #put(...values: readonly number[]): void {
    const at = this.#room(values.length)
    this.#bytes.set(values, at)
  }

  #all(bytes: Uint8Array): void {
    const at = this.#room(bytes.length)
    this.#bytes.set(bytes, at)
  }

  #view = (length: number) => {
    const at = this.#room(length)
    return new DataView(this.#bytes.buffer, at, length)
  }

  #long(value: number): void {
    this.#view(4).setUint32(0, value)
  }

  #integer(value: bigint): void {
    if (value >= 0n && value < 256n) this.#put(97, Number(value))
    else if (value >= -(2n ** 31n) && value < 2n ** 31n) {
      this.#put(98)
      this.#long(Number(BigInt.asUintN(32, value)))
    } else {
      const digits = integerToBytes(value < 0n ? -value : value, this.#budget).reverse()
      if (digits.length < 256) this.#put(110, digits.length)
      else {
        this.#put(111)
        this.#long(digits.length)
      }
      this.#put(value < 0n ? 1 : 0)
      this.#all(digits)
    }
  }

  #list(list: readonly Term[], depth: number): void {
    this.#budget.spend(list.length)
    const isString =
      list.length < 65_536 && list.every((item) => typeof item === 'bigint' && item >= 0n && item < 256n)
    if (list.length === 0) this.#put(106)
    else if (isString) {
      this.#put(107, list.length >> 8, list.length & 255)
      this.#all(Uint8Array.from(list, (item) => Number(item)))
    } else {
      this.#put(108)
      this.#long(list.length)
      for (const item of list) this.#term(item, depth + 1)
      this.#put(106)
    }
  }

  #map(map: TermMap, depth: number): void {
    this.#put(116)
    this.#long(map.size)
    for (const [key, value] of map) {
      this.#term(key, depth + 1)
      this.#term(value, depth + 1)
    }
  }

  #term(term: Term, depth: number): void {
    this.#budget.checkDepth(depth)
    if (term instanceof Opaque) throw failure('badarg')
    if (typeof term === 'bigint') this.#integer(term)
    else if (typeof term === 'number') {
      this.#put(70)
      this.#view(8).setFloat64(0, term)
    } else if (isBinary(term)) {
      const bytes = toBytes(term)
      this.#put(109)
      this.#long(bytes.length)
      this.#all(bytes)
    } else if (isList(term)) this.#list(term, depth)
    else if (isMap(term)) this.#map(term, depth)
    else {
      const name = toBytes(atomName(term) ?? '')
      this.#put(119, name.length)
      this.#all(name)
    }
  }
}

export function decodeErlang(bytes: Uint8Array, budget: EvaluationBudget): Term {
  if (bytes[0] !== 131) throw failure('badarg')
  budget.spend(bytes.length)
  try {
    return new TermReader(bytes, budget).term(0)
  } catch (error) {
    if (error instanceof RangeError) throw failure('badarg')
    throw error
  }
}

const stepsForTerm = 8

class TermReader {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  readonly #budget: EvaluationBudget
  #at = 1

  constructor(bytes: Uint8Array, budget: EvaluationBudget) {
    this.#budget = budget
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
    const terms: Term[] = []
    for (let at = 0; at < length; at++) terms.push(this.term(depth + 1))
    this.#budget.makeTerms(length)
    return terms
  }

  #big(length: number): bigint {
    const isNegative = this.#small() === 1
    const value = bytesToInteger(this.#take(length).reverse(), this.#budget)
    return isNegative ? -value : value
  }

  #atom(length: number): Term {
    const name = toBinary(this.#take(length))
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
    this.#budget.makeTerms(size)
    return isPlain ? map : new Opaque('keys')
  }

  term(depth: number): Term {
    this.#budget.spend(stepsForTerm)
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
        return toBinary(this.#take(this.#long()))
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
