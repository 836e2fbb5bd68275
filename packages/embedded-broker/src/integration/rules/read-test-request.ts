import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { isMap, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { readContext, type TestContext } from '@brokerdeck/languages/rule-sql/test-context.ts'
import { badArguments, erlangText, toNameList } from './read-rule.ts'

/** Numbers of a request that are whole are integers, all others floats, as JSON says them. */
const toTerm = (value: unknown): Term => decodeJson(JSON.stringify(value ?? null))

/** What a tester gives for an event; throws what the broker answers where it is none. `at` names the request. */
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

/** Texts with characters that nobody sees are none to the broker. */
export function sqlOrRefuse(sql: unknown): string {
  if (sql === undefined) throw badArguments({ path: '"rule_test.sql"', reason: 'required_field' })
  const isSeen =
    typeof sql === 'string' && !control.test(sql.replaceAll(/[\t\r\n]/g, '')) && !/[\ufffe\uffff]/.test(sql)
  if (!isSeen) throw badArguments({ path: '"rule_test.sql"', reason: '#{expected => "binary()"}' })
  return sql
}
