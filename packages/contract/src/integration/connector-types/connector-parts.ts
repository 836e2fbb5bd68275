import { boolean, duration, secret, text } from '../../description/scalars.ts'
import {
  type Field,
  field,
  listOf,
  mapOf,
  type Scalar,
  type Schema,
  type Struct,
  type Union,
  union,
  withDefault,
} from '../../description/schema.ts'

type DeprecatedFieldOptions = Readonly<Record<string, unknown>>

/** Any text; a bare number or truth stays what it is. */
export const rawText = {
  ...text,
  read: (value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? { value } : text.read(value),
}

/** `${payload.x}` in it is filled in for each message; the rest stays as it is written. */
export const template = { ...rawText, described: { type: 'string', is_template: true } }

/** A template that is a statement in the language of the database. */
export const sqlTemplate = {
  ...template,
  described: { type: 'string', format: 'sql', is_template: true },
}

export const urlText = { ...text, described: { type: 'url' } }

/** Described as any text, and never shown. */
export const unshownText = { ...secret, described: text.described }

/** A client id alone stands for one without a name and a password. */
export const clientId = {
  ...text,
  read: (value: unknown) =>
    typeof value === 'string' ? { value: { clientid: value } } : { reason: { expected: 'binary()' } },
}

/** The command and its arguments. */
export const redisCommand = listOf(template, (items) =>
  items.length > 0
    ? undefined
    : "the value of the field 'command_template' should be a nonempty list of strings (templates for Redis command and arguments)",
)

/** Names and values that are templates. What authorizes a request is not shown. */
export const templateMap = {
  ...mapOf('header', template, /^(?:proxy-)?authorization$/i),
  described: { type: 'object', is_template: true },
}

/** What goes with each HTTP request unless other headers are given. */
export const usualHeaders = {
  accept: 'application/json',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'content-type': 'application/json',
  'keep-alive': 'timeout=5',
}

/** Understood and described, and neither filled in nor looked at. */
export function createDeprecatedField(schema: Scalar | Union, described: DeprecatedFieldOptions = {}): Field {
  const named = { deprecated: true, ...described }
  if (schema.kind === 'union') return field(schema, { described: named })
  return field({ ...schema, read: (value) => ({ value }) }, { described: named })
}

/** Long without effect: connections are always made again. */
export const alwaysReconnects = createDeprecatedField(boolean, { default: true })

/** Said to be required, and filled in all the same. */
export function requireUnless(schema: Schema, value: unknown): Field {
  return { ...withDefault(schema, value), isRequired: true }
}

export const tlsSwitchedOff = (tls: Struct): Field => withDefault(tls, { enable: false })

/** A time that the broker describes as text, and how to write it in prose. */
export function timeText(value: string, subject: string): Field {
  const how = [
    'Time interval is a string that contains a number followed by time unit:',
    '- `ms` for milliseconds,',
    '- `s` for seconds,',
    '- `m` for minutes,',
    '- `h` for hours;',
    '',
    'or combination of whereof: `1h5m0s`',
  ].join('<br/>')
  return withDefault({ ...duration, described: text.described }, value, { description: `${subject} ${how}` })
}

/** What is refused where nothing is given is refused in the name of the last. */
export function usually(...members: readonly Struct[]): Union {
  const usual = members.at(-1)
  const one = union(...members)
  return usual === undefined ? one : { ...one, usual, select: () => usual }
}

/** Several structs of which the field `by` says which it is; where it says nothing, `unsaid` is meant. */
export function selectUnionBy(
  by: string,
  kinds: Readonly<Record<string, Struct>>,
  unsaid: string | undefined = Object.keys(kinds).at(-1),
): Union {
  const members = Object.values(kinds)
  const last = members.at(-1)
  return {
    ...union(...members),
    ...(last !== undefined && { usual: last }),
    select(value) {
      const told = Object.entries(value ?? {}).find(([name]) => name === by)?.[1] ?? unsaid
      const found = typeof told === 'string' && Object.hasOwn(kinds, told) ? kinds[told] : undefined
      const expected = Object.keys(kinds).join(' | ')
      return found ?? { reason: undefined, details: { value: told, field_name: by, expected } }
    },
  }
}
