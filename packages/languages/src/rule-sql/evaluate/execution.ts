import type { EvaluationBudget } from './budget.ts'
import type { Decoding, Scope } from './scope.ts'
import type { Term } from './term.ts'

export interface Execution {
  readonly decoding: Decoding
  readonly budget: EvaluationBudget
  /** The default timeout of a jq program, in milliseconds. */
  readonly jqTimeout: number
  /** Runs the functions of the schema registry; without it, only the broker knows their results. */
  readonly registry?: CallRegistry
  /** Returns the time in epoch milliseconds. */
  now(): number
}

/** Returns the result of a call to the schema registry; fails like any function of the language. */
export type CallRegistry = (functionName: string, args: readonly Term[], budget: EvaluationBudget) => Term

/** The scopes of a SELECT: its results so far, then the event. Functions of the event see neither of them there. */
export interface Sight {
  readonly scopes: readonly Scope[]
  readonly isOneEvent: boolean
}
