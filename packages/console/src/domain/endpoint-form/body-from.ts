import type { GenericSchema, InferInput } from 'valibot'
import * as v from 'valibot'

/** The form is not yet what the endpoint takes; a fault at a field says why. */
export class IncompleteDocument extends Error {
  override readonly name = 'IncompleteDocument'
}

/** What a form made, as the body that the contract promises to the endpoint. */
export function bodyFrom<S extends GenericSchema>(schema: S, document: unknown): InferInput<S> {
  if (v.is(schema, document)) return document
  throw new IncompleteDocument('the document is not what the endpoint takes')
}
