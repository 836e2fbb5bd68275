import type { EvaluationBudget } from '../budget.ts'
import type { Execution } from '../execution.ts'
import { bitLength } from '../integers.ts'
import { noClause } from '../rule-failure.ts'
import type { Scope } from '../scope.ts'
import { isBinary, isList, isMap, isNumber, Opaque, type Term, type TermMap } from '../term.ts'

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

/** Returns an option word of a function. A list is never an option word, even if it looks like text. */
export const wordIn = (term: Term): string => (typeof term === 'string' ? term : '')

export interface CallContext {
  readonly event: Scope | undefined
  readonly execution: Execution
}

export interface RuleFunction {
  /** The numbers of arguments that the function accepts. */
  readonly counts: readonly number[] | 'any'
  run(args: readonly Term[], surroundings: CallContext): Term
}

export type FunctionTable = Readonly<Record<string, RuleFunction>>

type Run = RuleFunction['run']

export const taking =
  (...counts: readonly number[]) =>
  (run: Run): RuleFunction => ({ counts, run })

/** Estimates the size of an argument in bytes; code that visits the content of lists and maps charges for it itself. */
function estimateBytes(term: Term): number {
  if (isBinary(term)) return term.length
  if (typeof term === 'bigint') return bitLength(term) / 8
  if (isList(term)) return term.length * 8
  if (isMap(term)) return term.size * 16
  return term instanceof Opaque ? term.bytes.length : 0
}

function chargeMade(result: Term, budget: EvaluationBudget): void {
  if (isBinary(result)) budget.make(result.length)
  else if (isList(result)) budget.makeTerms(result.length)
  else if (isMap(result)) budget.makeTerms(result.size)
  else if (typeof result === 'bigint') budget.make(bitLength(result) / 8)
}

/**
 * Calls a function and charges the costs that all functions have: for reading the arguments once and for the result.
 * A function that does more work, or creates more than its arguments hold, charges for this itself beforehand.
 */
export function runCharged(run: RuleFunction['run'], args: readonly Term[], surroundings: CallContext): Term {
  const { budget } = surroundings.execution
  for (const arg of args) budget.read(estimateBytes(arg))
  const result = run(args, surroundings)
  chargeMade(result, budget)
  return result
}

/** Returns the budget that a function charges. */
export const budgetIn = ({ execution }: CallContext): EvaluationBudget => execution.budget
