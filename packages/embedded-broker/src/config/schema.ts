/**
 * What a document of the configuration may hold, as data: it is checked, filled with defaults, masked and described
 * from the same description.
 */
export type Schema = Scalar | Struct | ListOf | MapOf | Union

/** What is read of a value; `reason` is what the broker says against it, in words or as an object. */
export type Reading =
  | { readonly value: unknown }
  | { readonly reason: unknown; readonly isValueHidden?: true }

export interface Scalar {
  readonly kind: 'scalar'
  /** The broker's name of the type, as refusals of a union spell it: `emqx_schema:duration()`. */
  readonly name: string
  /** As `GET /schemas` says it. */
  readonly described: Readonly<Record<string, unknown>>
  /** Kept in spelling where the spelling is one: `"1h"` stays `"1h"`. */
  read(value: unknown): Reading
  /** Never shown: six asterisks stand for it, and mean "as before" in what is written. */
  readonly isSecret?: true
}

export interface Field {
  readonly schema: Schema
  /** In the spelling that the broker shows. */
  readonly default?: unknown
  readonly isRequired?: true
  /** A struct that stays away unless given; other structs are filled with the defaults of their fields. */
  readonly isOptional?: true
  /** More for `GET /schemas`: `readOnly`, `deprecated`, `example`, `description`. */
  readonly described?: Readonly<Record<string, unknown>>
}

export interface Struct {
  readonly kind: 'struct'
  readonly name: string
  /** In the order in which faults are listed. */
  readonly fields: Readonly<Record<string, Field>>
  /** Names that are understood and not shown; what is given under them is kept as it is. */
  readonly hidden: readonly string[]
  /** Older name of a field to its name. */
  readonly aliases: Readonly<Record<string, string>>
}

export interface ListOf {
  readonly kind: 'list'
  readonly name: string
  readonly item: Schema
  /** What speaks against the list as a whole. */
  readonly refuse?: (items: readonly unknown[]) => unknown
}

export interface MapOf {
  readonly kind: 'map'
  /** What a key is: `handler_name`. */
  readonly name: string
  readonly value: Schema
  /** Keys whose values are never shown. */
  readonly secretKeys?: RegExp
}

/** What a selector says of a value that fits no member. */
export interface Unselected {
  readonly reason: unknown
  readonly details?: Readonly<Record<string, unknown>>
}

export interface Union {
  readonly kind: 'union'
  readonly name: string
  /** The first that fits. */
  readonly members: readonly Schema[]
  /** Where a field of the value says which member is meant; faults then name it as `matched_type`. */
  readonly select?: (value: unknown) => Schema | Unselected
}
