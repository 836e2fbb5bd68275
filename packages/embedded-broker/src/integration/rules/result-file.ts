import { resultJson } from '@brokerdeck/contract/rule-sql/evaluate/json-text.ts'
import type { Outcome } from '@brokerdeck/contract/rule-sql/evaluate/run-statement.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'

/** Its integers may be longer than numbers are: the answer is written by hand. */
export function resultFile(outcome: Extract<Outcome, { kind: 'result' }>): Blob {
  try {
    const json = resultJson(outcome.isList ? outcome.rows : outcome.rows[0])
    return new Blob([json], { type: 'application/json' })
  } catch {
    // What no JSON can say makes the broker fail too.
    throw new ApiRefusal(500, undefined)
  }
}
