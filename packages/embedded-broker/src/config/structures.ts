import type { Field, ListOf, MapOf, Schema, Struct, Union } from './schema.ts'

/** A field that may be missing and then has no value. */
export function field(schema: Schema, more: Omit<Field, 'schema' | 'default' | 'isRequired'> = {}): Field {
  return { schema, ...more }
}

/** A field that has this value, in this spelling, unless given. */
export function withDefault(
  schema: Schema,
  value: unknown,
  described: Readonly<Record<string, unknown>> = {},
): Field {
  return { schema, default: value, described }
}

export function required(schema: Schema, described: Readonly<Record<string, unknown>> = {}): Field {
  return { schema, isRequired: true, described }
}

/** A struct that stays away unless given. */
export function optional(schema: Schema, described: Readonly<Record<string, unknown>> = {}): Field {
  return { schema, isOptional: true, described }
}

interface StructMore {
  readonly hidden?: readonly string[]
  readonly aliases?: Readonly<Record<string, string>>
}

/** `name` as the broker spells it: `emqx:alarm`. Fields in the order in which it lists faults. */
export function struct(
  name: string,
  fields: Readonly<Record<string, Field>>,
  { hidden = [], aliases = {} }: StructMore = {},
): Struct {
  return { kind: 'struct', name, fields, hidden, aliases }
}

export function listOf(item: Schema, refuse?: ListOf['refuse']): ListOf {
  return { kind: 'list', name: 'array', item, ...(refuse === undefined ? {} : { refuse }) }
}

/** Any keys, one kind of value; `keyName` is what a key is, `handler_name`. */
export function mapOf(keyName: string, value: Schema, secretKeys?: RegExp): MapOf {
  return { kind: 'map', name: keyName, value, ...(secretKeys === undefined ? {} : { secretKeys }) }
}

/** The first member that fits. */
export function union(...members: readonly Schema[]): Union {
  return { kind: 'union', name: members.map((one) => one.name).join(' | '), members }
}

/** A union whose member is told by the value, mostly by its `type`. */
export function selected(members: readonly Schema[], select: NonNullable<Union['select']>): Union {
  return { kind: 'union', name: members.map((one) => one.name).join(' | '), members, select }
}
