import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import * as v from 'valibot'

/** Thrown if the form is not yet a valid request; an error at a field tells the reason. */
export class IncompleteDocument extends Error {
  override readonly name = 'IncompleteDocument'
}

/** Returns the form's document as the request body that the contract declares for the endpoint. */
export function parseBody<S extends GenericSchema>(schema: S, document: unknown): InferInput<S> {
  if (v.is(schema, document)) return document
  throw new IncompleteDocument('the document is not what the endpoint takes')
}

/** Parses the document that a form shows, if its fields differ from those of the body. */
export function parseDisplayed<S extends GenericSchema>(schema: S, document: unknown): InferOutput<S> {
  const parsed = v.safeParse(schema, document)
  if (parsed.success) return parsed.output
  throw new IncompleteDocument('the document is not what the form shows')
}
