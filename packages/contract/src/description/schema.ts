import type * as v from 'valibot'

/**
 * What a document of the configuration or the body of a request may hold, as data. From one description come what the
 * contract reads, what the embedded broker checks, fills with defaults, masks and describes, and the fields of a form.
 */
export type Schema = Scalar | Struct | ListOf | MapOf | Union

/** What is read of a value; `reason` is what the broker says against it, in words or as an object. */
export type Reading =
  | { readonly value: unknown }
  | { readonly reason: unknown; readonly isValueHidden?: true }

export interface Scalar<T = unknown, C extends Control = Control> {
  readonly kind: 'scalar'
  /** The broker's name of the type, as refusals of a union spell it: `emqx_schema:duration()`. */
  readonly name: string
  /** As `GET /schemas` says it. */
  readonly described: Readonly<Record<string, unknown>>
  /** What an answer is let through with, and its type: less than a write has to fulfil. */
  readonly tolerant: v.GenericSchema<T>
  /** What a person sets it with, and between which bounds. */
  readonly control: C
  /** Kept in spelling where the spelling is one: `"1h"` stays `"1h"`. */
  read(value: unknown): Reading
  /** Never shown: six asterisks stand for it, and mean "as before" in what is written. */
  readonly isSecret?: true
}

export interface Field<S extends Schema = Schema, MayBeAbsent extends boolean = boolean> {
  readonly schema: S
  /** In the spelling that the broker shows. */
  readonly default?: unknown
  /** What it means that it is not there. */
  readonly unset?: unknown
  /** The default is an example that nobody can mean: no form proposes it. */
  readonly isExample?: true
  readonly isRequired?: true
  /** A struct that stays away unless given; other structs are filled with the defaults of their fields. */
  readonly isOptional?: true
  /** Answers may lack it: it has no default, or an older broker does not know it. */
  readonly mayBeAbsent: MayBeAbsent
  /** More for `GET /schemas`: `readOnly`, `deprecated`, `example`, `description`. */
  readonly described?: Readonly<Record<string, unknown>>
}

export type Fields = Readonly<Record<string, Field>>

export interface Struct<F extends Fields = Fields> {
  readonly kind: 'struct'
  readonly name: string
  /** In the order in which faults are listed. */
  readonly fields: F
  /** Names that are understood and not shown; what is given under them is kept as it is. */
  readonly hidden: readonly string[]
  /** Older name of a field to its name. */
  readonly aliases: Readonly<Record<string, string>>
}

export interface ListOf<I extends Schema = Schema> {
  readonly kind: 'list'
  readonly name: string
  readonly item: I
  /** What speaks against the list as a whole. */
  readonly refuse?: (items: readonly unknown[]) => unknown
}

export interface MapOf<V extends Schema = Schema> {
  readonly kind: 'map'
  /** What a key is: `handler_name`. */
  readonly name: string
  readonly value: V
  /** Keys whose values are never shown. */
  readonly secretKeys?: RegExp
  /** As `GET /schemas` says it, where that is not by its keys and values. */
  readonly described?: Readonly<Record<string, unknown>>
}

/** Several structs of which a field of the value, by name, says which it is: `redis_type`. */
export interface Variants<
  By extends string = string,
  Kinds extends Readonly<Record<string, Struct>> = Readonly<Record<string, Struct>>,
> extends Union<readonly Kinds[keyof Kinds][]> {
  readonly by: By
  readonly kinds: Kinds
  readonly select: NonNullable<Union['select']>
}

/** What a selector says of a value that fits no member. */
export interface Unselected {
  readonly reason: unknown
  readonly details?: Readonly<Record<string, unknown>>
}

export interface Union<M extends readonly Schema[] = readonly Schema[]> {
  readonly kind: 'union'
  readonly name: string
  /** The first that fits. */
  readonly members: M
  /** What answers hold, where it is always the same of several that may be written. */
  readonly answered?: Schema
  /** Where a field of the value says which member is meant; faults then name it as `matched_type`. Undefined where nothing tells. */
  readonly select?: (value: unknown) => Schema | Unselected | undefined
  /** In whose name it is refused that nothing is given. */
  readonly usual?: Schema
}

/** What a person sets a value with, and what it may be as far as that can be said before it is sent. */
export type Control =
  | { readonly kind: 'toggle' | 'text' | 'lines' | 'secret' | 'percent' | 'map' | 'json' | 'url' }
  | NumberControl
  /** Bounds as the API spells them: `1s`, `256MB`. */
  | { readonly kind: 'duration'; readonly min?: string; readonly max?: string; readonly bareUnit?: 's' }
  | { readonly kind: 'byte-size'; readonly min?: string; readonly max?: string }
  | { readonly kind: 'rate'; readonly of: 'count' | 'bytes' }
  | SelectControl
  /** `isBind`: a port alone is enough; `isList`: several, with commas between them. */
  | {
      readonly kind: 'host-port'
      readonly isBind?: boolean
      readonly isList?: boolean
      readonly defaultPort?: number
    }
  | { readonly kind: 'topic'; readonly isFilter: boolean }
  | { readonly kind: 'certificate'; readonly of: 'certificate' | 'key' | 'ca' }
  /** The one word that stands beside another type: `infinity`, `disabled`. */
  | WordControl
  /** A value that means something else than a measure: 0 for "never". */
  | { readonly kind: 'or-word'; readonly word: string | number; readonly inner: Control }

export interface NumberControl {
  readonly kind: 'number'
  readonly min?: number
  readonly max?: number
  readonly isFractional?: true
}

export interface SelectControl<O extends string | number | boolean = string | number | boolean> {
  readonly kind: 'select'
  readonly options: readonly O[]
}

export interface WordControl<W extends string | false = string | false> {
  readonly kind: 'word'
  readonly word: W
}

type SchemaDescription = Readonly<Record<string, unknown>>

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
  described: SchemaDescription = {},
): Field<S, false> {
  return { schema, default: value, described, mayBeAbsent: false }
}

/** The broker has this value where none is given, and nobody can mean it: `https://idp.example.com`. */
export function withExample<const S extends Schema>(schema: S, value: unknown): Field<S, false> {
  return { ...withDefault(schema, value), isExample: true }
}

export function required<const S extends Schema>(
  schema: S,
  described: SchemaDescription = {},
): Field<S, false> & { readonly isRequired: true } {
  return { schema, isRequired: true, described, mayBeAbsent: false }
}

/** A struct that stays away unless given. */
export function optional<const S extends Schema>(
  schema: S,
  described: SchemaDescription = {},
): Field<S, true> {
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
export function withAnswer<const M extends readonly Schema[], const A extends Schema>(
  one: Union<M>,
  answered: A,
) {
  return { ...one, answered }
}

/** A union whose member is told by the value, mostly by its `type`. */
export function selectUnion<const M extends readonly Schema[]>(
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
    kind: 'union',
    name: members.map((one) => one.name).join(' | '),
    members,
    by,
    kinds,
    select(value) {
      const told = Object.entries(value ?? {}).find(([name]) => name === by)?.[1]
      const found = typeof told === 'string' && Object.hasOwn(kinds, told) ? kinds[told] : undefined
      return found ?? { reason: undefined, details: { field_name: by, expected: names.join(' | ') } }
    },
  }
}
