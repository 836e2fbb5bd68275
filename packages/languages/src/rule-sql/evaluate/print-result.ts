import { isLimit } from './budget.ts'
import { resultJson } from './json-text.ts'
import { type Reason, RuleFailure } from './rule-failure.ts'
import type { Outcome } from './run-statement.ts'

type StatementResult = Extract<Outcome, { kind: 'result' }>

export type PrintedResult = { readonly json: string } | { readonly reason: Reason }

/**
 * Prints the response of the test. Some results have no JSON: bits that do not fill a byte, tuples, maps with keys
 * other than texts. A real broker then responds with 500 and an empty body, so the reason is for callers that want to
 * report more.
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
