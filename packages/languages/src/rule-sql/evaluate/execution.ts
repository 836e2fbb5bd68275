import type { EvaluationBudget } from './budget.ts'
import type { Decoding, Scope } from './scope.ts'
import type { Term } from './term.ts'

export interface Execution {
  readonly decoding: Decoding
  readonly budget: EvaluationBudget
  /** Milliseconds that a jq program may take where its call says none. */
  readonly jqTimeout: number
  /** Answers the functions of the schema registry; where there is none, only the broker can say. */
  readonly registry?: CallRegistry
  /** Epoch milliseconds. */
  now(): number
}

/** What a schema registry makes of a call; fails as any function of the language does. */
export type CallRegistry = (functionName: string, args: readonly Term[], budget: EvaluationBudget) => Term

/** Where a SELECT looks: what it has made so far, then the event. Functions of the event see neither there. */
export interface Sight {
  readonly scopes: readonly Scope[]
  readonly isOneEvent: boolean
}
