import { noClause } from '../rule-failure.ts'
import { isBinary, isList, isMap, isNumber, type Term, type TermMap } from '../term.ts'

export function integerIn(term: Term): bigint {
  if (typeof term === 'bigint') return term
  throw noClause()
}

export function numberIn(term: Term): bigint | number {
  if (isNumber(term)) return term
  throw noClause()
}

export function binaryIn(term: Term): string | Uint8Array {
  if (isBinary(term)) return term
  throw noClause()
}

export function listIn(term: Term): readonly Term[] {
  if (isList(term)) return term
  throw noClause()
}

export function mapIn(term: Term): TermMap {
  if (isMap(term)) return term
  throw noClause()
}
