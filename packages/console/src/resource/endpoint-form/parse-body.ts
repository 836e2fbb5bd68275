import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import * as v from 'valibot'

/** The form is not yet what the endpoint takes; a fault at a field says why. */
export class IncompleteDocument extends Error {
  override readonly name = 'IncompleteDocument'
}

/** What a form made, as the body that the contract promises to the endpoint. */
export function parseBody<S extends GenericSchema>(schema: S, document: unknown): InferInput<S> {
  if (v.is(schema, document)) return document
  throw new IncompleteDocument('the document is not what the endpoint takes')
}

/** What a form shows, where its fields are not those of the body. */
export function parseDisplayed<S extends GenericSchema>(schema: S, document: unknown): InferOutput<S> {
  const parsed = v.safeParse(schema, document)
  if (parsed.success) return parsed.output
  throw new IncompleteDocument('the document is not what the form shows')
}
