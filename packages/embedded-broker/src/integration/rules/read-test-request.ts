import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { isMap, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { readContext, type TestContext } from '@brokerdeck/languages/rule-sql/test-context.ts'
import { badArguments, erlangText, toNameList } from './read-rule.ts'

/** Converts a value of a request: whole numbers become integers, all other numbers floats, as in JSON. */
const toTerm = (value: unknown): Term => decodeJson(JSON.stringify(value ?? null))

/** Reads the event of a test; throws the broker's refusal for an invalid event. `at` names the request. */
export function contextOrRefuse(given: unknown, at: string): TestContext {
  const term = toTerm(given)
  const read = readContext(isMap(term) ? term : new Map())
  if (!('fault' in read)) return read
  const { fault } = read
  const path = `"${at}.context`
  if (fault.kind === 'event') {
    const value = fault.value === undefined || fault.value === null ? 'undefined' : erlangText(fault.value)
    throw badArguments({
      field_name: 'event_type',
      path: `${path}"`,
      reason: '<<"unknown event type">>',
      value,
    })
  }
  const matched = { matched_type: `"rule_engine:ctx_${fault.event.type}"` }
  if (fault.kind === 'unknown') {
    throw badArguments({
      ...matched,
      path: `${path}"`,
      reason: 'unknown_fields',
      unknown: toNameList(fault.names),
    })
  }
  const reason =
    fault.expected === 'text' ? '#{expected => "binary()"}' : `#{expected => "${fault.expected}"}`
  throw badArguments({ ...matched, path: `${path}.${fault.name}"`, reason })
}

const control = /\p{Cc}/u

/** Returns the statement; the broker does not accept texts with invisible characters. */
export function sqlOrRefuse(sql: unknown): string {
  if (sql === undefined) throw badArguments({ path: '"rule_test.sql"', reason: 'required_field' })
  const isSeen =
    typeof sql === 'string' && !control.test(sql.replaceAll(/[\t\r\n]/g, '')) && !/[\ufffe\uffff]/.test(sql)
  if (!isSeen) throw badArguments({ path: '"rule_test.sql"', reason: '#{expected => "binary()"}' })
  return sql
}
