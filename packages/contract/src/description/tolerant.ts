import * as v from 'valibot'
import type { Field, ListOf, MapOf, Scalar, Schema, Struct, Union } from './schema.ts'

/** The type of a response under a description. Unknown names stay in the value. */
export type ValueOf<S> = unknown extends S
  ? unknown
  : S extends { answered: infer A extends Schema }
    ? ValueOf<A>
    : S extends Scalar<infer T>
      ? T
      : S extends Struct<infer F>
        ? StructValue<F>
        : S extends ListOf<infer I>
          ? ValueOf<I>[]
          : S extends MapOf<infer V>
            ? { [key: string]: ValueOf<V> }
            : S extends Union<infer M>
              ? ValueOf<M[number]>
              : never

type StructValue<F> = {
  [K in keyof F as F[K] extends Field<Schema, false> ? K : never]: F[K] extends Field<infer S>
    ? ValueOf<S>
    : never
} & {
  [K in keyof F as F[K] extends Field<Schema, false> ? never : K]?:
    | (F[K] extends Field<infer S> ? ValueOf<S> : never)
    | undefined
} & { [key: string]: unknown }

/** The type of a request under a description: fields that have a default or may be missing can be left out. */
export type WrittenOf<S> = unknown extends S
  ? unknown
  : S extends Scalar<infer T>
    ? T
    : S extends Struct<infer F>
      ? StructWritten<F>
      : S extends ListOf<infer I>
        ? WrittenOf<I>[]
        : S extends MapOf<infer V>
          ? { [key: string]: WrittenOf<V> }
          : S extends Union<infer M>
            ? WrittenOf<M[number]>
            : never

type StructWritten<F> = {
  [K in keyof F as F[K] extends { isRequired: true } ? K : never]: F[K] extends Field<infer S>
    ? WrittenOf<S>
    : never
} & {
  [K in keyof F as F[K] extends { isRequired: true } ? never : K]?:
    | (F[K] extends Field<infer S> ? WrittenOf<S> : never)
    | undefined
} & { [key: string]: unknown }

/**
 * Returns a schema for responses of a broker: tolerant of unknown fields and spellings, strict for the fields in use.
 */
export function tolerant<const S extends Schema>(schema: S): v.GenericSchema<ValueOf<S>>
export function tolerant(schema: Schema): v.GenericSchema {
  return reader(schema, ({ mayBeAbsent }) => mayBeAbsent)
}

/** Returns a schema for written values, or for responses that repeat a written value: it fills in no defaults. */
export function toWrittenSchema<const S extends Schema>(schema: S): v.GenericSchema<WrittenOf<S>>
export function toWrittenSchema(schema: Schema): v.GenericSchema {
  return reader(schema, ({ isRequired }) => isRequired !== true)
}

function reader(schema: Schema, mayLack: (field: Field) => boolean): v.GenericSchema {
  const inner = (one: Schema): v.GenericSchema => reader(one, mayLack)
  if (schema.kind === 'scalar') return schema.tolerant
  if (schema.kind === 'list') return v.array(inner(schema.item))
  if (schema.kind === 'map') return v.record(v.string(), inner(schema.value))
  if (schema.kind === 'union' && schema.answered !== undefined) return inner(schema.answered)
  if (schema.kind === 'union') return v.union(schema.members.map(inner))
  const entries = Object.entries(schema.fields).map(([name, field]) => {
    const value = inner(field.schema)
    return [name, mayLack(field) ? v.optional(value) : value] as const
  })
  return v.looseObject(Object.fromEntries(entries))
}
