import { plainErlang } from '@brokerdeck/languages/erlang-term.ts'
import * as v from 'valibot'

/**
 * A field that the broker rejects. `path` is dotted and spelled as in the API, without the `root.` that most
 * endpoints put in front; list items count from 1, as the broker writes them; '' is the document itself. `reason` is
 * the broker's identifier (`required_field`, `unknown_fields`) or words.
 */
export interface FieldFault {
  readonly path: string
  readonly reason: string
  /** The expected value, if the broker names it: `1..10000`, `pos_integer()`. */
  readonly expected?: string
}

const maxDepth = 8
const maxFaults = 50

const optionalText = v.optional(v.union([v.string(), v.pipe(v.number(), v.transform(String))]))

const faultSchema = v.object({
  kind: v.optional(v.string()),
  path: optionalText,
  field_name: optionalText,
  reason: v.optional(v.unknown()),
  expected: optionalText,
  expected_data_type: optionalText,
  unknown: optionalText,
  bad_array_index_keys: v.optional(v.array(v.string())),
  mismatches: v.optional(v.record(v.string(), v.unknown())),
  errors: v.optional(v.array(v.unknown())),
})

/**
 * Returns the errors in a validation error: an object, a list of them, or the `errors` in such an object. Empty for
 * any other value.
 */
export function fieldFaults(value: unknown): readonly FieldFault[] {
  return unique(listFaults(value, 0)).slice(0, maxFaults)
}

function listFaults(value: unknown, depth: number): readonly FieldFault[] {
  if (depth > maxDepth) return []
  if (Array.isArray(value)) return value.flatMap((item) => listFaults(item, depth + 1))
  const parsed = v.safeParse(faultSchema, value)
  if (!parsed.success) return []
  const fault = parsed.output
  if (fault.errors !== undefined) return fault.errors.flatMap((item) => listFaults(item, depth + 1))
  if (fault.kind !== 'validation_error') return []
  const path = [bare(fault.path ?? ''), fault.field_name]
    .filter((part) => part !== undefined && part !== '')
    .join('.')
  if (fault.mismatches !== undefined) return unionFaults(path, Object.values(fault.mismatches), depth)
  if (fault.unknown !== undefined) return unknownFields(path, fault.unknown)
  return [{ path, ...parseReason(fault) }]
}

/**
 * Returns the errors of a value that fits no member of a union. Errors below the union come from a member that fitted
 * up to there, so they say more than the errors of the other members.
 */
function unionFaults(path: string, members: readonly unknown[], depth: number): readonly FieldFault[] {
  const faults = members.flatMap((member) => listFaults(member, depth + 1))
  const deeper = faults.filter((fault) => fault.path.length > path.length)
  // A member of another shape reports the names as unknown, so these errors are dropped.
  const known = deeper.filter(({ reason }) => reason !== 'unknown_fields')
  if (deeper.length > 0) return known.length > 0 ? known : deeper
  if (faults.length === 0) return [{ path, reason: 'matched_no_union_member' }]
  return faults
}

/** Returns an error for each unknown field. The broker shortens long lists: `hooks,metrics,...`. */
function unknownFields(path: string, names: string): readonly FieldFault[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '...')
    .map((name) => ({ path: path === '' ? name : `${path}.${name}`, reason: 'unknown_fields' }))
}

function parseReason(fault: v.InferOutput<typeof faultSchema>): Omit<FieldFault, 'path'> {
  if (fault.bad_array_index_keys !== undefined) return { reason: 'not_a_list' }
  const { reason } = fault
  const expected = fault.expected ?? fault.expected_data_type
  if (typeof reason === 'object' && reason !== null && 'expected' in reason) {
    return { reason: 'unexpected_value', expected: String(reason.expected) }
  }
  const words = reasonWords(reason)
  return expected === undefined ? { reason: words } : { reason: words, expected }
}

const wordySchema = v.union([
  v.string(),
  v.pipe(
    v.object({ reason: v.string() }),
    v.transform(({ reason }) => reason),
  ),
  v.pipe(
    v.object({ cause: v.string() }),
    v.transform(({ cause }) => cause),
  ),
])

/** The error of the regular expression library with the position of the character: `missing ): 4`. */
const expressionSchema = v.object({ compile_error: v.string() })

function reasonWords(reason: unknown): string {
  const expression = v.safeParse(expressionSchema, reason)
  if (expression.success) return expression.output.compile_error.replace(/: (\d+)$/, ' at character $1')
  const parsed = v.safeParse(wordySchema, reason)
  if (parsed.success) return plainErlang(parsed.output)
  return reason === undefined ? 'unexpected_value' : JSON.stringify(reason)
}

function bare(path: string): string {
  return path.replace(/^root(\.|$)/, '')
}

function unique(faults: readonly FieldFault[]): readonly FieldFault[] {
  const seen = new Map(
    faults.map((fault) => [`${fault.path}\n${fault.reason}\n${fault.expected ?? ''}`, fault]),
  )
  return [...seen.values()]
}

/** Formats an error: `password: required field` and `limit: unexpected value, expected 1..10000` */
export function faultSentence(fault: FieldFault): string {
  const reason = /^[a-z][a-z0-9_]*$/.test(fault.reason) ? fault.reason.replaceAll('_', ' ') : fault.reason
  const words = fault.expected === undefined ? reason : `${reason}, expected ${fault.expected}`
  return fault.path === '' ? words : `${fault.path}: ${words}`
}
