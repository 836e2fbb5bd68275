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

/** Any text; a bare number or boolean is kept unchanged. */
export const rawText = {
  ...text,
  read: (value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? { value } : text.read(value),
}

/** A template: `${payload.x}` is filled in for each message, the rest is kept as it is written. */
export const template = { ...rawText, described: { type: 'string', is_template: true } }

/** A template for a statement in the database's language. */
export const sqlTemplate = {
  ...template,
  described: { type: 'string', format: 'sql', is_template: true },
}

export const urlText = { ...text, described: { type: 'url' } }

/** A text that is described like any text but is never shown. */
export const unshownText = { ...secret, described: text.described }

/** A bare client id means a client without username and password. */
export const clientId = {
  ...text,
  read: (value: unknown) =>
    typeof value === 'string' ? { value: { clientid: value } } : { reason: { expected: 'binary()' } },
}

/** A Redis command with its arguments. */
export const redisCommand = listOf(template, (items) =>
  items.length > 0
    ? undefined
    : "the value of the field 'command_template' should be a nonempty list of strings (templates for Redis command and arguments)",
)

/** A map whose names and values are templates. The values of authorization headers are not shown. */
export const templateMap = {
  ...mapOf('header', template, /^(?:proxy-)?authorization$/i),
  described: { type: 'object', is_template: true },
}

/** The default headers of HTTP requests. */
export const usualHeaders = {
  accept: 'application/json',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'content-type': 'application/json',
  'keep-alive': 'timeout=5',
}

/** Creates a field that is accepted and described, but neither filled in nor validated. */
export function createDeprecatedField(schema: Scalar | Union, described: DeprecatedFieldOptions = {}): Field {
  const named = { deprecated: true, ...described }
  if (schema.kind === 'union') return field(schema, { described: named })
  return field({ ...schema, read: (value) => ({ value }) }, { described: named })
}

/** A field that no longer has an effect, because connections are always restored. */
export const alwaysReconnects = createDeprecatedField(boolean, { default: true })

/** Creates a field that is described as required, but still has a default. */
export function requireUnless(schema: Schema, value: unknown): Field {
  return { ...withDefault(schema, value), isRequired: true }
}

export const tlsSwitchedOff = (tls: Struct): Field => withDefault(tls, { enable: false })

/** Creates a duration field that the broker describes as text, with an explanation of the format in prose. */
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

/** Creates a union that reports a missing value in the name of its last member. */
export function usually(...members: readonly Struct[]): Union {
  const usual = members.at(-1)
  const one = union(...members)
  return usual === undefined ? one : { ...one, usual, select: () => usual }
}

/** Creates a union of structs that the field `by` selects; `unsaid` applies if the value has no such field. */
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
