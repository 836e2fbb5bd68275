import { isList, isMap, type Term } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'

const ofNumber = 9
const ofEntry = 8

/** About what a value takes where it waits; what limits a buffer must cost less than what it holds. */
export function termBytes(term: Term): number {
  if (typeof term === 'string') return Buffer.byteLength(term)
  if (term instanceof Uint8Array) return term.length
  if (isList(term)) return term.reduce((sum: number, one) => sum + ofEntry + termBytes(one), ofEntry)
  if (!isMap(term)) return ofNumber
  let sum = ofEntry
  for (const [key, value] of term) sum += ofEntry + Buffer.byteLength(key) + termBytes(value)
  return sum
}
