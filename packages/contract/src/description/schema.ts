import type * as v from 'valibot'
import type { Control } from './control.ts'

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
