import type * as v from 'valibot'

/**
 * Describes as data what a configuration document or a request body may contain. One description serves the contract,
 * which parses values by it, the embedded broker, which checks, masks, describes and fills in defaults, and form
 * fields.
 */
export type Schema = Scalar | Struct | ListOf | MapOf | Union

/** The result of reading a value; `reason` is the broker's objection to the value, in words or as an object. */
export type Reading =
  | { readonly value: unknown }
  | { readonly reason: unknown; readonly isValueHidden?: true }

export interface Scalar<T = unknown, C extends Control = Control> {
  readonly kind: 'scalar'
  /** The broker's name of the type, as error messages of a union spell it: `emqx_schema:duration()`. */
  readonly name: string
  /** The description that `GET /schemas` returns. */
  readonly described: Readonly<Record<string, unknown>>
  /** The schema that responses must satisfy, and its type; it demands less than a write must fulfil. */
  readonly tolerant: v.GenericSchema<T>
  /** The form control for the value, with its bounds. */
  readonly control: C
  /** Reads a value. The spelling is kept where the value is a spelling: `"1h"` stays `"1h"`. */
  read(value: unknown): Reading
  /** The value is never shown: six asterisks stand for it and mean "unchanged" when they are written. */
  readonly isSecret?: true
}

export interface Field<S extends Schema = Schema, MayBeAbsent extends boolean = boolean> {
  readonly schema: S
  /** The default, in the spelling that the broker shows. */
  readonly default?: unknown
  /** The meaning of a missing value. */
  readonly unset?: unknown
  /** The default is an example that no operator can intend, so no form proposes it. */
  readonly isExample?: true
  readonly isRequired?: true
  /** The struct stays absent unless it is given; other structs are filled with the defaults of their fields. */
  readonly isOptional?: true
  /** Responses may lack the field: it has no default, or an older broker does not know it. */
  readonly mayBeAbsent: MayBeAbsent
  /** Further properties for `GET /schemas`: `readOnly`, `deprecated`, `example`, `description`. */
  readonly described?: Readonly<Record<string, unknown>>
}

export type Fields = Readonly<Record<string, Field>>

export interface Struct<F extends Fields = Fields> {
  readonly kind: 'struct'
  readonly name: string
  /** The fields in the order in which errors are listed. */
  readonly fields: F
  /** The names of fields that are accepted but not shown; values given under these names are kept unchanged. */
  readonly hidden: readonly string[]
  /** Maps the older name of a field to its name. */
  readonly aliases: Readonly<Record<string, string>>
}

export interface ListOf<I extends Schema = Schema> {
  readonly kind: 'list'
  readonly name: string
  readonly item: I
  /** Returns the objection to the list as a whole. */
  readonly refuse?: (items: readonly unknown[]) => unknown
}

export interface MapOf<V extends Schema = Schema> {
  readonly kind: 'map'
  /** The meaning of a key: `handler_name`. */
  readonly name: string
  readonly value: V
  /** Matches the keys whose values are never shown. */
  readonly secretKeys?: RegExp
  /** The description that `GET /schemas` returns, if it does not follow from the keys and values. */
  readonly described?: Readonly<Record<string, unknown>>
}

/** Several structs, one of which is chosen by a field of the value, for example `redis_type`. */
export interface Variants<
  By extends string = string,
  Kinds extends Readonly<Record<string, Struct>> = Readonly<Record<string, Struct>>,
> extends Union<readonly Kinds[keyof Kinds][]> {
  readonly by: By
  readonly kinds: Kinds
  readonly select: NonNullable<Union['select']>
}

/** The result of a selector for a value that fits no member. */
export interface Unselected {
  readonly reason: unknown
  readonly details?: Readonly<Record<string, unknown>>
}

export interface Union<M extends readonly Schema[] = readonly Schema[]> {
  readonly kind: 'union'
  readonly name: string
  /** The members; the first that fits the value applies. */
  readonly members: M
  /** The schema of responses, if they always hold the same one of several writable members. */
  readonly answered?: Schema
  /**
   * Chooses the member by a field of the value; errors then name it as `matched_type`. Undefined if no field decides.
   */
  readonly select?: (value: unknown) => Schema | Unselected | undefined
  /** The member in whose name a missing value is reported. */
  readonly usual?: Schema
}

/** Describes the form control for a value, with the restrictions that can be checked before a request is sent. */
export type Control =
  | { readonly kind: 'toggle' | 'text' | 'lines' | 'secret' | 'percent' | 'map' | 'json' | 'url' }
  | NumberControl
  /** The bounds have the spelling of the API: `1s`, `256MB`. */
  | { readonly kind: 'duration'; readonly min?: string; readonly max?: string; readonly bareUnit?: 's' }
  | { readonly kind: 'byte-size'; readonly min?: string; readonly max?: string }
  | { readonly kind: 'rate'; readonly of: 'count' | 'bytes' }
  | SelectControl
  /** `isBind`: a port alone is valid; `isList`: several addresses, separated by commas. */
  | {
      readonly kind: 'host-port'
      readonly isBind?: boolean
      readonly isList?: boolean
      readonly defaultPort?: number
    }
  | { readonly kind: 'topic'; readonly isFilter: boolean }
  | { readonly kind: 'certificate'; readonly of: 'certificate' | 'key' | 'ca' }
  /** The single word that is an alternative to another type: `infinity`, `disabled`. */
  | WordControl
  /** A value with a special meaning instead of a measure: 0 for "never". */
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

/**
 * Creates a field that may be missing and then has no value; a missing struct is filled with the defaults of its
 * fields.
 */
export function field<const S extends Struct>(schema: S): Field<S, false>
export function field<const S extends Schema>(
  schema: S,
  more?: Pick<Field, 'described' | 'isOptional' | 'unset'>,
): Field<S, true>
export function field(schema: Schema, more: Pick<Field, 'described' | 'isOptional' | 'unset'> = {}): Field {
  return { schema, mayBeAbsent: schema.kind !== 'struct' || more.isOptional === true, ...more }
}

/** Creates a field with a default, in this spelling. */
export function withDefault<const S extends Schema>(
  schema: S,
  value: unknown,
  described: SchemaDescription = {},
): Field<S, false> {
  return { schema, default: value, described, mayBeAbsent: false }
}

/** Creates a field whose default is an example that no operator can intend: `https://idp.example.com`. */
export function withExample<const S extends Schema>(schema: S, value: unknown): Field<S, false> {
  return { ...withDefault(schema, value), isExample: true }
}

export function required<const S extends Schema>(
  schema: S,
  described: SchemaDescription = {},
): Field<S, false> & { readonly isRequired: true } {
  return { schema, isRequired: true, described, mayBeAbsent: false }
}

/** Creates a field for a struct that stays absent unless it is given. */
export function optional<const S extends Schema>(
  schema: S,
  described: SchemaDescription = {},
): Field<S, true> {
  return { schema, isOptional: true, described, mayBeAbsent: true }
}

/** Marks a field that is missing in the responses of older brokers. */
export function newer<S extends Schema>(one: Field<S>): Field<S, true> {
  return { ...one, mayBeAbsent: true }
}

interface StructMore {
  readonly hidden?: readonly string[]
  readonly aliases?: Readonly<Record<string, string>>
}

/**
 * Creates a struct. `name` is the broker's name of it: `emqx:alarm`. Fields have the order in which it lists errors.
 */
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

/** Creates a map with any keys and one type of value; `keyName` is the meaning of a key, for example `handler_name`. */
export function mapOf<const V extends Schema>(keyName: string, value: V, secretKeys?: RegExp): MapOf<V> {
  return { kind: 'map', name: keyName, value, ...(secretKeys === undefined ? {} : { secretKeys }) }
}

/** Creates a union. The first member that fits the value applies. */
export function union<const M extends readonly Schema[]>(...members: M): Union<M> {
  return { kind: 'union', name: members.map((one) => one.name).join(' | '), members }
}

/** Adds the schema of responses to a union, for unions of which responses hold only one member. */
export function withAnswer<const M extends readonly Schema[], const A extends Schema>(
  one: Union<M>,
  answered: A,
) {
  return { ...one, answered }
}

/** Creates a union whose member is chosen by the value, usually by its `type`. */
export function selectUnion<const M extends readonly Schema[]>(
  members: M,
  select: NonNullable<Union['select']>,
): Union<M> {
  return { kind: 'union', name: members.map((one) => one.name).join(' | '), members, select }
}

/**
 * Creates a union whose members are told apart by a field that all of them have. The error for an unknown kind names
 * this field.
 */
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
