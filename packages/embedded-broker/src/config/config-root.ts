import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import type * as v from 'valibot'

/** One key at the top of the cluster's configuration, and what belongs under it: mostly an object, sometimes a list. */
export interface ConfigRoot<Shape extends v.GenericSchema = v.GenericSchema> {
  readonly name: string
  /** Checks what is written. */
  readonly schema: Schema
  /** Where Enterprise takes more. */
  readonly enterprise?: Schema
  /** Types what is read. */
  readonly shape: Shape
  /** Into the one form that is kept, where several may be written. Given what the schema let through. */
  readonly normalize?: (document: unknown) => unknown
  /** What a new broker has beside the defaults. */
  readonly initial?: unknown
}

export function configRoot<const Shape extends v.GenericSchema>(root: ConfigRoot<Shape>): ConfigRoot<Shape> {
  return root
}
