import type { Execution } from '../execution.ts'
import type { Scope } from '../scope.ts'
import type { Term } from '../term.ts'

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
