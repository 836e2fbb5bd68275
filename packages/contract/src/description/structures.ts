import type { Field, Fields, ListOf, MapOf, Schema, Struct, Union, Variants } from './schema.ts'

type Described = Readonly<Record<string, unknown>>

/** A field that may be missing and then has no value; a struct is then filled with the defaults of its fields. */
export function field<const S extends Struct>(schema: S): Field<S, false>
export function field<const S extends Schema>(
  schema: S,
  more?: Pick<Field, 'described' | 'isOptional' | 'unset'>,
): Field<S, true>
export function field(schema: Schema, more: Pick<Field, 'described' | 'isOptional' | 'unset'> = {}): Field {
  return { schema, mayBeAbsent: schema.kind !== 'struct' || more.isOptional === true, ...more }
}

/** A field that has this value, in this spelling, unless given. */
export function withDefault<const S extends Schema>(
  schema: S,
  value: unknown,
  described: Described = {},
): Field<S, false> {
  return { schema, default: value, described, mayBeAbsent: false }
}

/** The broker has this value where none is given, and nobody can mean it: `https://idp.example.com`. */
export function withExample<const S extends Schema>(schema: S, value: unknown): Field<S, false> {
  return { ...withDefault(schema, value), isExample: true }
}

export function required<const S extends Schema>(
  schema: S,
  described: Described = {},
): Field<S, false> & { readonly isRequired: true } {
  return { schema, isRequired: true, described, mayBeAbsent: false }
}

/** A struct that stays away unless given. */
export function optional<const S extends Schema>(schema: S, described: Described = {}): Field<S, true> {
  return { schema, isOptional: true, described, mayBeAbsent: true }
}

/** A field that answers of older brokers lack. */
export function newer<S extends Schema>(one: Field<S>): Field<S, true> {
  return { ...one, mayBeAbsent: true }
}

interface StructMore {
  readonly hidden?: readonly string[]
  readonly aliases?: Readonly<Record<string, string>>
}

/** `name` as the broker spells it: `emqx:alarm`. Fields in the order in which it lists faults. */
export function struct<const F extends Fields>(
  name: string,
  fields: F,
  { hidden = [], aliases = {} }: StructMore = {},
): Struct<F> {
  return { kind: 'struct', name, fields, hidden, aliases }
}

export function listOf<const I extends Schema>(item: I, refuse?: ListOf['refuse']): ListOf<I> {
  return { kind: 'list', name: 'array', item, ...(refuse === undefined ? {} : { refuse }) }
}

/** Any keys, one kind of value; `keyName` is what a key is, `handler_name`. */
export function mapOf<const V extends Schema>(keyName: string, value: V, secretKeys?: RegExp): MapOf<V> {
  return { kind: 'map', name: keyName, value, ...(secretKeys === undefined ? {} : { secretKeys }) }
}

/** The first member that fits. */
export function union<const M extends readonly Schema[]>(...members: M): Union<M> {
  return { kind: 'union', name: members.map((one) => one.name).join(' | '), members }
}

/** A union of which answers hold one only. */
export function answeredAs<const M extends readonly Schema[], const A extends Schema>(
  one: Union<M>,
  answered: A,
) {
  return { ...one, answered }
}

/** A union whose member is told by the value, mostly by its `type`. */
export function selected<const M extends readonly Schema[]>(
  members: M,
  select: NonNullable<Union['select']>,
): Union<M> {
  return { kind: 'union', name: members.map((one) => one.name).join(' | '), members, select }
}

/** A union whose members are told apart by one field, which each of them has; an unknown kind is refused by its name. */
export function variants<const By extends string, const Kinds extends Readonly<Record<string, Struct>>>(
  by: By,
  kinds: Kinds,
): Variants<By, Kinds>
export function variants(by: string, kinds: Readonly<Record<string, Struct>>): Variants {
  const members = Object.values(kinds)
  const names = Object.keys(kinds)
  return {
    ...{ kind: 'union', name: members.map((one) => one.name).join(' | '), members, by, kinds },
    select(value) {
      const told = Object.entries(value ?? {}).find(([name]) => name === by)?.[1]
      const found = typeof told === 'string' && Object.hasOwn(kinds, told) ? kinds[told] : undefined
      return found ?? { reason: undefined, details: { field_name: by, expected: names.join(' | ') } }
    },
  }
}
