import type { Execution } from '../execution.ts'
import { noClause } from '../rule-failure.ts'
import type { Scope } from '../scope.ts'
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

export interface Surroundings {
  readonly event: Scope | undefined
  readonly execution: Execution
}

export interface RuleFunction {
  /** How many arguments it takes. */
  readonly counts: readonly number[] | 'any'
  run(args: readonly Term[], surroundings: Surroundings): Term
}

export type FunctionTable = Readonly<Record<string, RuleFunction>>

type Run = RuleFunction['run']

export const taking =
  (...counts: readonly number[]) =>
  (run: Run): RuleFunction => ({ counts, run })
