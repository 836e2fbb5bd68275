import {
  type RuleAction,
  type RuleEngineSettings,
  republishArgsSchema,
} from '@brokerdeck/contract/integration/rules.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { faultMessage } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import * as v from 'valibot'
import { refusal } from '../../http/api-refusal.ts'
import type { RuleRecord } from './rule-store.ts'

export type UnreadRule = Readonly<Record<string, unknown>>

/** Returns the broker's validation error: pairs of an Erlang map, in the order of their names. */
export function badArguments(pairs: Readonly<Record<string, string>>) {
  const text = Object.entries({ kind: 'validation_error', ...pairs })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} => ${value}`)
  return refusal(400, 'BAD_REQUEST', `Bad Arguments: #{${text.join(',')}}`)
}

export const erlangText = (value: unknown): string =>
  typeof value === 'string' ? `<<${JSON.stringify(value)}>>` : (JSON.stringify(value) ?? 'undefined')

/** Returns the first two of some names, as the broker lists unknown names. */
export const toNameList = (names: readonly string[]) =>
  `"${[...names].sort().slice(0, 2).join(',').slice(0, 1000)}${names.length > 2 ? ',...' : ''}"`

export const isObject = (value: unknown): value is UnreadRule =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const known = ['actions', 'description', 'enable', 'metadata', 'name', 'sql']
const idPattern = /^[A-Za-z0-9][A-Za-z0-9-_]*$/

function truthIn(value: unknown, path: string): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw badArguments({
    path: `"${path}"`,
    reason: '"Unable to parse boolean value"',
    value: erlangText(value),
  })
}

function textIn(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw badArguments({ path: `"${path}"`, reason: '#{expected => "binary()"}', value: erlangText(value) })
}

function actionIn(given: unknown, path: string): RuleAction {
  if (typeof given === 'string') {
    if (/^[^:]+:[^:]+$/.test(given)) return given
    throw badArguments({ reason: `<<"should be of pattern {type}:{name}, but got: ${given}">>` })
  }
  if (!isObject(given)) throw badArguments({ path: `"${path}"`, reason: 'unknown_action' })
  const { function: name, args } = given
  if (name === 'console') return { function: 'console' }
  if (name !== 'republish') throw badArguments({ reason: 'unknown_action_function' })
  const parsed = v.safeParse(republishArgsSchema, args ?? {})
  if (parsed.success) return { function: 'republish', args: parsed.output }
  const [issue] = parsed.issues
  const at = issue?.path?.map(({ key }) => String(key)).join('.') ?? ''
  const isMissing = issue?.received === 'undefined'
  throw badArguments({
    matched_type: '"rule_engine:builtin_action_republish"',
    path: `"${path}.args.${at}"`,
    reason: isMissing ? 'required_field' : 'invalid_value',
    ...(isMissing ? {} : { value: erlangText(issue?.input) }),
  })
}

function sqlIn(value: unknown, path: string): string {
  if (value === undefined) throw badArguments({ path: `"${path}"`, reason: 'required_field' })
  const sql = textIn(value, path)
  const parsed = parseStatement(sql)
  if ('statement' in parsed) return sql
  const { kind } = parsed.fault
  const message = faultMessage(parsed.fault)
  const reason =
    kind === 'empty'
      ? '{parse_error,invalid_string}'
      : kind === 'character'
        ? `{lex_error,{1,sql_lex,{illegal,"${parsed.fault.found}"}}}`
        : `{parse_error,{${JSON.stringify(message)},[]}}`
  throw badArguments({ path: `"${path}"`, reason, value: erlangText(sql) })
}

/** Reads a rule from a request: omitted fields keep their former values or take the defaults. */
export function readRule(
  id: string,
  given: UnreadRule,
  before: RuleRecord | undefined,
  now: number,
): RuleRecord {
  if (!idPattern.test(id)) {
    throw badArguments({
      expected_data_type: '<<"^[A-Za-z0-9]+[A-Za-z0-9-_]*$">>',
      got: JSON.stringify(id),
      path: '"rule_engine.rules"',
      reason: 'invalid_map_key',
    })
  }
  const path = `rule_engine.rules.${id}`
  const unknown = Object.keys(given).filter((name) => name !== 'id' && !known.includes(name))
  if (unknown.length > 0) {
    throw badArguments({
      path: `"${path}"`,
      reason: 'unknown_fields',
      unknown: toNameList(unknown),
      unmatched: '"actions,description,..."',
    })
  }
  const { actions = before?.actions ?? [], enable = before?.enable ?? true } = given
  const { name = before?.name ?? '', description = before?.description ?? '' } = given
  if (!Array.isArray(actions)) throw badArguments({ path: `"${path}.actions"`, reason: 'not_array' })
  return {
    id,
    sql: sqlIn(given['sql'] ?? before?.sql, `${path}.sql`),
    name: textIn(name, `${path}.name`),
    description: textIn(description, `${path}.description`),
    enable: truthIn(enable, `${path}.enable`),
    actions: actions.map((action, at) => actionIn(action, `${path}.actions.${at + 1}`)),
    createdAt: before?.createdAt ?? now,
    lastModifiedAt: now,
  }
}

/** Reads the settings of the rule engine: omitted settings stay. */
export function readEngineSettings(given: UnreadRule, before: RuleEngineSettings): RuleEngineSettings {
  const { ignore_sys_message: ignores = before.ignore_sys_message, ...rest } = given
  const { jq_function_default_timeout: timeout = before.jq_function_default_timeout, ...more } = rest
  const unknown = Object.keys(more)
  if (unknown.length > 0) {
    const unmatched = '"ignore_sys_message,jq_function_default_timeout,..."'
    throw badArguments({
      path: '"rule_engine"',
      reason: 'unknown_fields',
      unknown: toNameList(unknown),
      unmatched,
    })
  }
  const milliseconds =
    typeof timeout === 'string' || typeof timeout === 'number' ? parseDuration(timeout) : undefined
  if (typeof ignores !== 'boolean' || milliseconds === undefined) {
    throw refusal(400, 'BAD_REQUEST', 'Bad Arguments: emqx_rule_api_schema')
  }
  return { ignore_sys_message: ignores, jq_function_default_timeout: milliseconds }
}
