import type { RuleAction } from '@brokerdeck/contract/integration/rules.ts'
import { encodeJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import type { Reason } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { reasonJson } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import type { TraceEvent, TraceTag, TraceValue } from '../../mqtt/events/tracing.ts'
import type { PublishRequest } from '../../mqtt/node/cluster.ts'

export type Detail = Readonly<Record<string, TraceValue>>

/** Traces a step of a rule; the detail is built only while a trace runs. */
export type RuleTeller = (
  tag: Extract<TraceTag, 'RULE_SQL_EXEC' | 'RULE' | 'BRIDGE' | 'ACTION' | 'QUERY_RENDER' | 'PUBLISH'>,
  msg: string,
  detail?: () => Detail,
  level?: TraceEvent['level'],
) => void

/** The names that traces use for the failure of a part of a statement. */
export const clauseMessages: Readonly<Record<string, string | undefined>> = {
  select: 'SELECT_clause_exception',
  where: 'WHERE_clause_exception',
  collect: 'FOREACH_clause_exception',
  incase: 'INCASE_clause_exception',
}

/** Formats an exception as Erlang does, without its stack. */
export const failureTerm = (reason: Reason): string =>
  `{error,${reason.kind === 'name' ? reason.name : reasonJson(reason)},[]}`

export function actionInfo(action: RuleAction): Detail {
  if (typeof action === 'string') {
    const [type = '', name = ''] = action.split(':')
    return { type, name }
  }
  const base = { mod: 'emqx_rule_actions', func: action.function }
  return action.function === 'console' ? base : { ...base, args: action.args }
}

/** Formats an action as Erlang shows the map that describes it; of a template only the topic. */
export function formatAction(action: RuleAction): string {
  if (typeof action === 'string') return action
  const args = action.function === 'console' ? '' : `args => #{topic => <<"${action.args.topic}">>},`
  return `#{${args}func => ${action.function},mod => emqx_rule_actions}`
}

/** Returns the message of a republish as traces show it. */
export function renderMessage(
  { topic, payload, retain, properties }: PublishRequest,
  isDirect: boolean,
): Detail {
  const { userProperties = [], ...others } = properties ?? {}
  const named: Record<string, TraceValue> = {
    'Payload-Format-Indicator': others.payloadFormatIndicator,
    'Message-Expiry-Interval': others.messageExpiryInterval,
    'Content-Type': others.contentType,
    'Response-Topic': others.responseTopic,
    'Correlation-Data': others.correlationData?.toString(),
  }
  const present = Object.entries(named).filter(([, value]) => value !== undefined)
  return {
    topic,
    payload_encode: 'text',
    payload: payload.toString(),
    pub_props: { ...Object.fromEntries(present), 'User-Property': Object.fromEntries(userProperties) },
    flags: { retain },
    direct_dispatch: isDirect,
  }
}

/**
 * Converts a map for a trace, with JavaScript numbers, since logs are for people to read. A payload gets a field with
 * its encoding.
 */
export function json(map: TermMap): TraceValue {
  const shown = map.has('payload') ? new Map([...map, ['payload_encode', 'text']]) : map
  const read: TraceValue = JSON.parse(encodeJson(shown))
  return read
}
