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

/** The time limit of an evaluation in milliseconds; its thread serves no other request. */
export const trialTimeMs = 1000

/** A statement with an event to try it on, as `POST /rule_test` receives it. */
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

/**
 * Resolves to the result of the statement for the event, as JSON; throws the broker's refusal if there is no result.
 */
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
    // The integers of the result may exceed the range of JavaScript numbers.
    return resultJson(outcome.isList ? outcome.rows : outcome.rows[0])
  } catch {
    // EMQX also fails for a result that JSON cannot represent.
    throw new ApiRefusal(500, undefined)
  }
}

export const notMatched = () => refusal(412, 'NOT_MATCH', 'SQL Not Match')

export function refuseFailure(outcome: Outcome): void {
  if (outcome.kind === 'no-match') throw notMatched()
  if (outcome.kind === 'failed')
    throw refusal(400, 'BAD_REQUEST', failureMessage(outcome.clause, outcome.reason))
}
