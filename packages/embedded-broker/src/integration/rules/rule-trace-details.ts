import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { encodeJson } from '@brokerdeck/contract/rule-sql/evaluate/json-text.ts'
import type { TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import type { TraceValue } from '../../mqtt/tracing.ts'

export type Detail = Readonly<Record<string, TraceValue>>

/** What a trace calls the failure of a part of a statement. */
export const clauseMessages: Readonly<Record<string, string | undefined>> = {
  select: 'SELECT_clause_exception',
  where: 'WHERE_clause_exception',
  collect: 'FOREACH_clause_exception',
  incase: 'INCASE_clause_exception',
}

export function actionInfo(action: Exclude<RuleAction, string>): Detail {
  const base = { mod: 'emqx_rule_actions', func: action.function }
  return action.function === 'console' ? base : { ...base, args: { topic: action.args.topic } }
}

/** Numbers as JavaScript has them: a log is for reading. */
export function json(map: TermMap): TraceValue {
  const read: TraceValue = JSON.parse(encodeJson(map))
  return read
}
