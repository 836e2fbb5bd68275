import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import type { Outcome } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import { failureMessage, faultMessage } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { testStatement } from '@brokerdeck/languages/rule-sql/test-statement.ts'
import type { CompiledSchema } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { createRegistryFunctions } from '@brokerdeck/languages/schema-codec/registry-functions.ts'
import * as v from 'valibot'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import { brokerExecution } from './broker-execution.ts'
import { contextOrRefuse, sqlOrRefuse } from './read-test-request.ts'

/** Of one evaluation; nothing else waits for the thread that does it. */
export const trialTimeMs = 1000

/** A statement with an event to try it on, as it comes to `POST /rule_test`. */
export const statementTrialSchema = v.object({
  sql: v.unknown(),
  context: v.unknown(),
  node: v.string(),
  ruleId: v.string(),
  messageId: v.string(),
  nowMs: v.number(),
  jqTimeoutMs: v.number(),
})
export type StatementTrial = v.InferOutput<typeof statementTrialSchema>

/** What the statement makes of the event, as JSON; throws what the broker answers where it makes nothing. */
export async function tryStatement(
  { sql, context, node, ruleId, messageId, nowMs, jqTimeoutMs }: StatementTrial,
  findSchema: (name: string) => CompiledSchema | undefined,
): Promise<string> {
  const read = contextOrRefuse(context, 'rule_test')
  const parsed = parseStatement(sqlOrRefuse(sql))
  if ('fault' in parsed) throw refusal(400, 'BAD_REQUEST', faultMessage(parsed.fault))
  const outcome = await testStatement(parsed.statement, read, {
    ...brokerExecution,
    patience: trialTimeMs,
    jqTimeout: jqTimeoutMs,
    registry: createRegistryFunctions(findSchema),
    now: () => nowMs,
    node,
    ruleId,
    messageId: () => messageId,
  })
  refuseFailure(outcome)
  if (outcome.kind !== 'result') throw notMatched()
  try {
    // Its integers may be longer than numbers are.
    return resultJson(outcome.isList ? outcome.rows : outcome.rows[0])
  } catch {
    // What no JSON can say makes the broker fail too.
    throw new ApiRefusal(500, undefined)
  }
}

export const notMatched = () => refusal(412, 'NOT_MATCH', 'SQL Not Match')

export function refuseFailure(outcome: Outcome): void {
  if (outcome.kind === 'no-match') throw notMatched()
  if (outcome.kind === 'failed')
    throw refusal(400, 'BAD_REQUEST', failureMessage(outcome.clause, outcome.reason))
}
