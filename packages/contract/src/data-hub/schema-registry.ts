import { type SchemaKind, schemaKinds } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import { jsonSourceFault } from '@brokerdeck/languages/schema-codec/json-schema-words.ts'
import { longestSource } from '@brokerdeck/languages/schema-codec/schema-fault.ts'
import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { text, textScalar } from '../description/scalars.ts'
import { required, struct, variants, withDefault } from '../description/schema.ts'
import { toWrittenSchema } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'

const sourceText = (isJson: boolean) =>
  textScalar('binary()', (value) => {
    if (typeof value !== 'string') return { reason: { expected: 'binary()' } }
    if (value.length > longestSource) return { reason: `longer than ${longestSource}`, isValueHidden: true }
    const fault = isJson ? jsonSourceFault(value) : undefined
    return fault === undefined ? { value } : { reason: fault.reason }
  })

const settings = (kind: SchemaKind) => ({
  type: required(oneOf(kind)),
  source: required(sourceText(kind !== 'protobuf')),
  description: withDefault(text, ''),
})

/**
 * Describes the schema of one kind of payload. Its type may be changed, and whether the schema is in use is not
 * checked.
 */
export const registeredSchema = variants('type', {
  avro: struct('schema_registry:avro', settings('avro')),
  protobuf: struct('schema_registry:protobuf', settings('protobuf')),
  json: struct('schema_registry:json', settings('json')),
})

/** The format of the name is checked after everything else. */
export const newSchema = variants('type', {
  avro: struct('schema_registry:get_avro', { name: required(text), ...settings('avro') }),
  protobuf: struct('schema_registry:get_protobuf', { name: required(text), ...settings('protobuf') }),
  json: struct('schema_registry:get_json', { name: required(text), ...settings('json') }),
})

export const schemaSchema = v.looseObject({
  name: v.string(),
  type: v.picklist(schemaKinds),
  source: v.string(),
  description: v.optional(v.string(), ''),
})
export type RegisteredSchema = v.InferOutput<typeof schemaSchema>

const params = v.object({ name: v.string() })

export const schemaRegistry = {
  list: endpoint({
    method: 'GET',
    path: '/schema_registry',
    response: { 200: rows(schemaSchema) },
    errors: [],
    access: 'token',
  }),
  /** Rejected if the source is no valid schema of its type; any object counts as a JSON schema, whatever its draft. */
  create: endpoint({
    method: 'POST',
    path: '/schema_registry',
    refreshes: ['/schema_registry'],
    body: document(toWrittenSchema(newSchema)),
    response: { 201: schemaSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/schema_registry/:name',
    params,
    response: { 200: schemaSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** A description that is left out stays unchanged. */
  update: endpoint({
    method: 'PUT',
    path: '/schema_registry/:name',
    refreshes: ['/schema_registry', '/schema_registry/:name'],
    params,
    body: document(toWrittenSchema(registeredSchema)),
    response: { 200: schemaSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Also removes a schema that validations and transformations use; they fail from then on. */
  remove: endpoint({
    method: 'DELETE',
    path: '/schema_registry/:name',
    refreshes: ['/schema_registry'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
