import { topicMatches } from '../../topic.ts'
import type { Comparator } from '../statement.ts'
import { EvaluationBudget } from './budget.ts'
import { bitLength, parseDigits } from './integers.ts'
import { failure } from './rule-failure.ts'
import {
  atomName,
  isBinary,
  isList,
  isMap,
  isNumber,
  Opaque,
  type Term,
  type TermMap,
  toBytes,
} from './term.ts'

/** Returns the rank of a term in the order of Erlang: number, name, tuple, map, list, text. */
function rank(term: Term): number {
  if (isNumber(term)) return 0
  if (atomName(term) !== undefined) return 1
  if (term instanceof Opaque) return term.what === 'bits' ? 5 : 2
  if (isMap(term)) return 3
  return isList(term) ? 4 : 5
}

function compareNumbers(a: bigint | number, b: bigint | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Ranks a UTF-16 unit by the UTF-8 bytes of its character: surrogates represent characters that come after all
 * others.
 */
const placeOfUnit = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares texts in the order of their UTF-8 bytes. */
function compareTexts(a: string, b: string): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return placeOfUnit(one) - placeOfUnit(other)
  }
  return a.length - b.length
}

interface Bits {
  readonly bytes: Uint8Array
  /** The number of bits, counted from the highest bit of the first byte. */
  readonly length: number
}

function bitsIn(term: Term): Bits | undefined {
  if (term instanceof Opaque) return term.what === 'bits' ? term : undefined
  if (!isBinary(term)) return undefined
  const bytes = toBytes(term)
  return { bytes, length: bytes.length * 8 }
}

/** Compares bit by bit; if one value is a prefix of the other, the shorter comes first. */
function compareBits(a: Bits, b: Bits): number {
  const common = Math.min(a.length, b.length)
  for (let at = 0; at * 8 < common; at++) {
    const unused = Math.max(0, (at + 1) * 8 - common)
    const difference = ((a.bytes[at] ?? 0) >> unused) - ((b.bytes[at] ?? 0) >> unused)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function estimateSize(term: Term): number {
  if (isBinary(term)) return term.length
  if (term instanceof Opaque) return term.bytes.length
  return typeof term === 'bigint' ? bitLength(term) / 64 : 1
}

class Comparison {
  readonly #budget: EvaluationBudget

  constructor(budget: EvaluationBudget) {
    this.#budget = budget
  }

  /** Compares in Erlang's order of all terms, in which 1 and 1.0 are equal. */
  compare(a: Term, b: Term, depth: number): number {
    this.#budget.spend(1 + Math.min(estimateSize(a), estimateSize(b)) / bytesInStep)
    const difference = rank(a) - rank(b)
    if (difference !== 0) return difference
    if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
    if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
    if (isList(a) && isList(b)) return this.#lists(a, b, depth)
    if (isMap(a) && isMap(b)) return this.#maps(a, b, depth)
    const [bits, others] = [bitsIn(a), bitsIn(b)]
    if (bits !== undefined && others !== undefined) return compareBits(bits, others)
    // The content of tuples and of maps with other keys is not known, except for the bytes that some of them hold.
    if (a instanceof Opaque && b instanceof Opaque) return compareBits(wholeBytes(a), wholeBytes(b))
    return compareTexts(atomName(a) ?? '', atomName(b) ?? '')
  }

  /** Returns whether two terms are equal and of the same type: 1 is not 1.0. */
  isSame(a: Term, b: Term, depth: number): boolean {
    this.#budget.spend()
    if (isNumber(a) || isNumber(b)) return typeof a === typeof b && Object.is(a, b)
    if (typeof a === 'string' && typeof b === 'string') {
      if (a.length === b.length) this.#budget.read(a.length)
      return a === b
    }
    if (isList(a) && isList(b)) {
      this.#budget.checkDepth(depth)
      return a.length === b.length && a.every((item, at) => this.isSame(item, b[at], depth + 1))
    }
    if (isMap(a) && isMap(b)) {
      this.#budget.checkDepth(depth)
      if (a.size !== b.size) return false
      for (const [key, value] of a)
        if (!(b.has(key) && this.isSame(value, b.get(key), depth + 1))) return false
      return true
    }
    return this.compare(a, b, depth) === 0
  }

  #lists(a: readonly Term[], b: readonly Term[], depth: number): number {
    this.#budget.checkDepth(depth)
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const difference = this.compare(a[at], b[at], depth + 1)
      if (difference !== 0) return difference
    }
    return a.length - b.length
  }

  #maps(a: TermMap, b: TermMap, depth: number): number {
    if (a.size !== b.size) return a.size - b.size
    const [keys, others] = [this.#sortKeys(a), this.#sortKeys(b)]
    const values = (map: TermMap, names: readonly string[]) => names.map((name) => map.get(name))
    return this.#lists(keys, others, depth) || this.#lists(values(a, keys), values(b, keys), depth)
  }

  #sortKeys(map: TermMap): readonly string[] {
    return [...map.keys()].sort((one, other) => this.compare(one, other, 0))
  }
}

const bytesInStep = 16
const wholeBytes = ({ bytes }: Opaque): Bits => ({ bytes, length: bytes.length * 8 })

export function compareTerms(a: Term, b: Term, budget = new EvaluationBudget()): number {
  // Even the longest integers are compared within a few microseconds, so the comparison is not charged.
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  return new Comparison(budget).compare(a, b, 0)
}

export const isSame = (a: Term, b: Term, budget = new EvaluationBudget()): boolean =>
  new Comparison(budget).isSame(a, b, 0)

const integer = /^[+-]?\d+$/
const float = /^[+-]?\d+\.\d+(?:[eE][+-]?\d+)?$/

export function parseErlangInteger(text: string, budget = new EvaluationBudget()): bigint | undefined {
  return integer.test(text) ? parseDigits(text, budget) : undefined
}

export function parseErlangFloat(text: string): number | undefined {
  const value = float.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

function parseNumber(binary: string | Uint8Array, budget: EvaluationBudget): bigint | number {
  const text = typeof binary === 'string' ? binary : ''
  const value = parseErlangInteger(text, budget) ?? parseErlangFloat(text)
  if (value === undefined) throw failure('badarg')
  return value
}

/** Converts a term to a topic; the levels of a topic may be given as a list. */
function toTopic(term: Term, budget: EvaluationBudget): string | undefined {
  if (typeof term === 'string') return term
  const name = atomName(term)
  if (name !== undefined) return name
  if (!isList(term)) return undefined
  const words = term.map((word) => (typeof word === 'string' ? word : ''))
  budget.foresee(words.reduce((size, word) => size + word.length + 1, 0))
  return words.join('/')
}

function holds(comparator: Comparator, left: Term, right: Term, budget: EvaluationBudget): boolean {
  switch (comparator) {
    case '=':
      return compareTerms(left, right, budget) === 0
    case '!=':
    case '<>':
      return compareTerms(left, right, budget) !== 0
    case '<':
      return compareTerms(left, right, budget) < 0
    case '>':
      return compareTerms(left, right, budget) > 0
    case '<=':
      return compareTerms(left, right, budget) <= 0
    case '>=':
      return compareTerms(left, right, budget) >= 0
    case '=~': {
      const [topic, filter] = [toTopic(left, budget), toTopic(right, budget)]
      budget.spend((topic?.length ?? 0) + (filter?.length ?? 0))
      return topic !== undefined && filter !== undefined && (topic === filter || topicMatches(filter, topic))
    }
    case '~=':
      throw failure('function_clause')
  }
}

/** Compares as WHERE does: a missing value only equals another missing value, numeric text equals the number. */
export function compare(comparator: Comparator, left: Term, right: Term, budget: EvaluationBudget): boolean {
  if (left === undefined && right === undefined) return holds(comparator, undefined, undefined, budget)
  if (left === undefined || right === undefined) return false
  if (isNumber(left) && isBinary(right)) return holds(comparator, left, parseNumber(right, budget), budget)
  if (isBinary(left) && isNumber(right)) return holds(comparator, parseNumber(left, budget), right, budget)
  const [leftName, rightName] = [atomName(left), atomName(right)]
  if (leftName !== undefined && isBinary(right)) return holds(comparator, leftName, right, budget)
  if (isBinary(left) && rightName !== undefined) return holds(comparator, left, rightName, budget)
  return holds(comparator, left, right, budget)
}
