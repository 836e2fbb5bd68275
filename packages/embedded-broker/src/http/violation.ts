import * as v from 'valibot'
import { type ApiRefusal, boundMessage, refusal } from './api-refusal.ts'

type Issue = v.BaseIssue<unknown>
export type RequestPart = 'params' | 'query' | 'body'

/** Reasons for which the broker names the type of the field, while a schema here only knows the rule. */
const reasonOf: Readonly<Record<string, unknown>> = {
  page: { expected: 'pos_integer()' },
  limit: { expected: '1..10000' },
  latest: { expected: '1..inf' },
  since: { expected: 'non_neg_integer()' },
  conn_evict_rate: { expected: 'pos_integer()' },
  sess_evict_rate: { expected: 'pos_integer()' },
  abs_conn_threshold: { expected: 'pos_integer()' },
  abs_sess_threshold: { expected: 'pos_integer()' },
  interval: { expected: '0..65535' },
  timeout: { expected: 'non_neg_integer()' },
  bytes: { expected: '0..2147483647' },
  qos: 'Unable to parse string',
  at: 'bad_rfc3339_timestamp',
  until: 'bad_rfc3339_timestamp',
  conn_state: 'unable_to_convert_to_enum_symbol',
  from: 'unable_to_convert_to_enum_symbol',
  backend: 'unable_to_convert_to_enum_symbol',
}

/** Query parameters of clients that the broker refuses with a wording of their own. */
const typeOf: Readonly<Record<string, string>> = { proto_ver: 'integer', ip_address: 'ip' }

/** Types of issues whose message is already the reason in the broker's wording. */
const worded = ['check', 'guard', 'raw_transform', 'raw_check']

/** Endpoints whose body errors have a bare path; all other endpoints use `root.field`. */
const bareRoots = [
  '/login',
  '/logout',
  '/users',
  '/api_key',
  '/mqtt/topic_metrics',
  '/trace',
  '/gateways/coap',
]

/** The number of list items that are checked completely; of the remaining items only the first error is reported. */
const checkedWhole = 100

/**
 * Parses a value; of a long list only the first invalid items are reported, because nobody reads a million errors and
 * each costs memory.
 */
export function parseFirstFaults<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.SafeParseResult<Schema> {
  if (!Array.isArray(value) || value.length <= checkedWhole) return v.safeParse(schema, value)
  const beginning = v.safeParse(schema, value.slice(0, checkedWhole))
  return beginning.success ? v.safeParse(schema, value, { abortEarly: true }) : beginning
}

/** Returns the refusal for a request that violates its schema: 400 with the violations as JSON in a text. */
export function violation(endpointPath: string, part: RequestPart, issues: readonly Issue[]): ApiRefusal {
  const first = issues[0]
  const key = first === undefined ? undefined : lastKey(first)
  const type = part === 'query' && key !== undefined ? typeOf[key] : undefined
  if (type !== undefined && typeof first?.input === 'string') {
    return refusal(
      400,
      'INVALID_PARAMETER',
      `the ${key} parameter expected type is ${type}, but the value is ${first.input}`,
    )
  }
  const isBare = part !== 'body' || bareRoots.some((root) => endpointPath.startsWith(root))
  const faults = issues.map((issue) => ({
    ...toFault(issue, isBare ? [] : ['root']),
    kind: 'validation_error',
  }))
  return refusal(400, 'BAD_REQUEST', boundMessage(faults))
}

interface Fault extends Readonly<Record<string, unknown>> {
  readonly path: string
}

function toFault(issue: Issue, root: readonly string[]): Fault {
  const keys = [...root, ...(issue.path ?? []).map((item) => toName(item.key))]
  const path = keys.join('.')
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return {
      unmatched: 'none',
      unknown: lastKey(issue),
      reason: 'unknown_fields',
      path: keys.slice(0, -1).join('.'),
    }
  }
  if (issue.received === 'undefined') return { reason: 'required_field', path }
  if (lastKey(issue) === 'expired_at') {
    return noMember(issue.input, path, {
      infinity: `Expected: infinity, got:${String(toShown(issue.input))}`,
      'emqx_utils_calendar:epoch_second()': 'bad_rfc3339_timestamp',
    })
  }
  if (lastKey(issue) === 'formatter') {
    const formatExpected = (one: string) => `Expected: ${one}, got:${String(toShown(issue.input))}`
    return noMember(issue.input, path, { text: formatExpected('text'), json: formatExpected('json') })
  }
  if (issue.type === 'array' && typeof issue.input === 'object' && issue.input !== null) {
    return { path, bad_array_index_keys: Object.keys(issue.input).slice(0, 20) }
  }
  if (issue.type === 'array') return { path, got: typeof issue.input, expected_data_type: 'array' }
  return { value: toShown(issue.input), reason: reasonFor(issue), path }
}

/** Returns the error of a union that the broker explains member by member. */
function noMember(value: unknown, path: string, reasons: Readonly<Record<string, string>>): Fault {
  const mismatches = Object.entries(reasons).map(([member, reason]) => [
    member,
    { value: toShown(value), reason, path, kind: 'validation_error' },
  ])
  return { reason: 'matched_no_union_member', path, mismatches: Object.fromEntries(mismatches) }
}

function reasonFor(issue: Issue): unknown {
  const key = lastKey(issue)
  const known = key === undefined ? undefined : reasonOf[key]
  if (known !== undefined) return known
  if (key === 'fields') return 'matched_no_union_member'
  if (key?.endsWith('_at') === true) return 'bad_rfc3339_timestamp'
  if (issue.expected?.includes('"true"') === true) return 'Unable to parse boolean value'
  if (issue.type === 'picklist') return 'not_a_enum_symbol'
  if (issue.type === 'object' || issue.type === 'strict_object') return 'bad_value_for_struct'
  if (issue.expected === 'string' || issue.expected === '(string | number)') return { expected: 'binary()' }
  if (worded.includes(issue.type)) return issue.message
  return { expected: issue.expected ?? issue.message }
}

/** Formats a path; list items are numbered from 1. */
const toName = (key: unknown): string => (typeof key === 'number' ? String(key + 1) : String(key))

function lastKey(issue: Issue): string | undefined {
  const key = issue.path?.at(-1)?.key
  return typeof key === 'string' ? key : undefined
}

/** Returns the refused value, truncated so that the response does not echo a large request. */
function toShown(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null'
  return text.length <= 4096 ? value : text.slice(0, 4096)
}
