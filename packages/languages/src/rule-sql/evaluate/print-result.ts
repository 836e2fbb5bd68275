import { isLimit } from './budget.ts'
import { resultJson } from './json-text.ts'
import { type Reason, RuleFailure } from './rule-failure.ts'
import type { Outcome } from './run-statement.ts'

type StatementResult = Extract<Outcome, { kind: 'result' }>

export type PrintedResult = { readonly json: string } | { readonly reason: Reason }

/**
 * The answer of the tester. There are results that no JSON can say: bits that fill no byte, tuples, maps with other keys
 * than texts. A real broker answers 500 with an empty body there, so the reason is for whoever wants to say more.
 */
export function printResult({ rows, isList }: Pick<StatementResult, 'rows' | 'isList'>): PrintedResult {
  try {
    return { json: resultJson(isList ? rows : rows[0]) }
  } catch (error) {
    if (error instanceof RuleFailure) return { reason: error.reason }
    if (isLimit(error)) return { reason: { kind: 'limit', what: 'size' } }
    throw error
  }
}
