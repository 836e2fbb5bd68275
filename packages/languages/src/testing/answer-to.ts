import { resultJson } from '../rule-sql/evaluate/json-text.ts'
import type { Term } from '../rule-sql/evaluate/term.ts'
import { failureMessage, faultMessage } from '../rule-sql/explain-failure.ts'
import { parseStatement } from '../rule-sql/parse-statement.ts'
import { readContext } from '../rule-sql/test-context.ts'
import { testStatement } from '../rule-sql/test-statement.ts'

/** The surroundings of the rule tester. */
export const around = {
  now: () => Date.UTC(2026, 10, 21),
  node: 'emqx@127.0.0.1',
  ruleId: 'sql_tester:1',
  messageId: () => '0'.repeat(32),
}

/** Returns the tester's response: JSON, `no match`, or the broker's message. */
export async function answerTo(
  sql: string,
  payload = '{}',
  { topic = 't/a', ...more }: { readonly topic?: string; readonly patience?: number } = {},
): Promise<string> {
  const context = readContext(
    new Map<string, Term>([
      ['event_type', 'message_publish'],
      ['payload', payload],
      ['topic', topic],
    ]),
  )
  if ('fault' in context) return context.fault.kind
  const parsed = parseStatement(sql)
  if ('fault' in parsed) return faultMessage(parsed.fault)
  const outcome = await testStatement(parsed.statement, context, { ...around, ...more })
  if (outcome.kind === 'no-match') return 'no match'
  if (outcome.kind === 'failed') return failureMessage(outcome.clause, outcome.reason)
  return resultJson(outcome.isList ? outcome.rows : outcome.rows[0])
}
