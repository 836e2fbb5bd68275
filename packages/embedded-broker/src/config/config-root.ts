import type { Schema } from '@brokerdeck/contract/description/schema.ts'
import type * as v from 'valibot'

/** A top-level key of the cluster's configuration with the document below it: usually an object, sometimes a list. */
export interface ConfigRoot<Shape extends v.GenericSchema = v.GenericSchema> {
  readonly name: string
  /** Validates written documents. */
  readonly schema: Schema
  /** The schema of the Enterprise edition, where it accepts more. */
  readonly enterprise?: Schema
  /** Types the document that is read. */
  readonly shape: Shape
  /**
   * Converts a document that may be written in several forms to the form that is stored. Called with a validated
   * document.
   */
  readonly normalize?: (document: unknown) => unknown
  /** The settings of a new broker that differ from the defaults. */
  readonly initial?: unknown
}

export function configRoot<const Shape extends v.GenericSchema>(root: ConfigRoot<Shape>): ConfigRoot<Shape> {
  return root
}
