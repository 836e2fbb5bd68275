import { topicMatches } from '../../topic.ts'
import type { Comparator } from '../statement.ts'
import { failure } from './rule-failure.ts'
import { atomName, bytesOf, isBinary, isList, isMap, isNumber, Opaque, type Term } from './term.ts'

/** Erlang's order of kinds: number, name, tuple, map, list, text. */
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

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareLists(a: readonly Term[], b: readonly Term[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = compareTerms(a[at], b[at])
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const sortedKeys = (map: ReadonlyMap<string, Term>) => [...map.keys()].sort(compareTerms)

/** Erlang's order of all terms, where 1 and 1.0 are the same. */
export function compareTerms(a: Term, b: Term): number {
  const difference = rank(a) - rank(b)
  if (difference !== 0) return difference
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (isBinary(a) && isBinary(b)) return a === b ? 0 : compareBytes(bytesOf(a), bytesOf(b))
  if (isList(a) && isList(b)) return compareLists(a, b)
  if (isMap(a) && isMap(b)) {
    const [keys, others] = [sortedKeys(a), sortedKeys(b)]
    return (
      keys.length - others.length ||
      compareLists(keys, others) ||
      compareLists(
        keys.map((key) => a.get(key)),
        keys.map((key) => b.get(key)),
      )
    )
  }
  return compareTerms(atomName(a) ?? '', atomName(b) ?? '')
}

/** The same and of the same kind: 1 is not 1.0. */
export function isSame(a: Term, b: Term): boolean {
  if (isNumber(a) || isNumber(b)) return typeof a === typeof b && Object.is(a, b)
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]))
  if (isMap(a) && isMap(b)) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)))
  }
  return compareTerms(a, b) === 0
}

const integer = /^[+-]?\d+$/
const float = /^[+-]?\d+\.\d+(?:[eE][+-]?\d+)?$/

export function integerOf(text: string): bigint | undefined {
  return integer.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined
}

export function floatOf(text: string): number | undefined {
  const value = float.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

function numberOf(binary: string | Uint8Array): bigint | number {
  const text = typeof binary === 'string' ? binary : ''
  const value = integerOf(text) ?? floatOf(text)
  if (value === undefined) throw failure('badarg')
  return value
}

/** Words of a topic may come as a list. */
function topicOf(term: Term): string | undefined {
  if (typeof term === 'string') return term
  const name = atomName(term)
  if (name !== undefined) return name
  return isList(term) ? term.map((word) => (typeof word === 'string' ? word : '')).join('/') : undefined
}

function holds(comparator: Comparator, left: Term, right: Term): boolean {
  switch (comparator) {
    case '=':
      return compareTerms(left, right) === 0
    case '!=':
    case '<>':
      return compareTerms(left, right) !== 0
    case '<':
      return compareTerms(left, right) < 0
    case '>':
      return compareTerms(left, right) > 0
    case '<=':
      return compareTerms(left, right) <= 0
    case '>=':
      return compareTerms(left, right) >= 0
    case '=~': {
      const [topic, filter] = [topicOf(left), topicOf(right)]
      return topic !== undefined && filter !== undefined && (topic === filter || topicMatches(filter, topic))
    }
    case '~=':
      throw failure('function_clause')
  }
}

/** As WHERE compares: a missing value is like nothing but another one, a text that is a number like the number. */
export function compare(comparator: Comparator, left: Term, right: Term): boolean {
  if (left === undefined && right === undefined) return holds(comparator, undefined, undefined)
  if (left === undefined || right === undefined) return false
  if (isNumber(left) && isBinary(right)) return holds(comparator, left, numberOf(right))
  if (isBinary(left) && isNumber(right)) return holds(comparator, numberOf(left), right)
  const [leftName, rightName] = [atomName(left), atomName(right)]
  if (leftName !== undefined && isBinary(right)) return holds(comparator, leftName, right)
  if (isBinary(left) && rightName !== undefined) return holds(comparator, left, rightName)
  return holds(comparator, left, right)
}
