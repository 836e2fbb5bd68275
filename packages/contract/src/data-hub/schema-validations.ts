import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { text } from '../description/scalars.ts'
import { listOf, required, struct, variants, withDefault } from '../description/schema.ts'
import { tolerant, toWrittenSchema, type ValueOf, type WrittenOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document, flag } from '../scalars.ts'
import { createScreenFields, findRepeatedTopics, orderSchema, screenMetricsSchema } from './screening.ts'

export const strategies = ['all_pass', 'any_pass'] as const

/** A check passes or fails: by a rule language statement without FROM, or by a schema of the registry. */
export const checkKinds = {
  sql: struct('schema_validation:check_sql', { type: withDefault(oneOf('sql'), 'sql'), sql: required(text) }),
  json: struct('schema_validation:check_json', {
    type: withDefault(oneOf('json'), 'json'),
    schema: required(text),
  }),
  avro: struct('schema_validation:check_avro', {
    type: withDefault(oneOf('avro'), 'avro'),
    schema: required(text),
  }),
  protobuf: struct('schema_validation:check_protobuf', {
    type: withDefault(oneOf('protobuf'), 'protobuf'),
    schema: required(text),
    message_type: required(text),
  }),
}

const check = variants('type', checkKinds)
export type ValidationCheck = ValueOf<typeof check>

/** The maximum number of checks; real validations have fewer. */
const mostChecks = 100

function refuseChecks(items: readonly unknown[]): string | undefined {
  if (items.length === 0) return 'at least one check must be defined'
  if (items.length > mostChecks) return `more than ${mostChecks} checks`
  const named = v.object({ type: v.string(), schema: v.string() })
  const twice = findRepeatedTopics(
    items.flatMap((item) => (v.is(named, item) ? [`${item.type}:${item.schema}`] : [])),
  )
  return twice.length === 0 ? undefined : `duplicated schema checks: ${twice.join(', ')}`
}

const { first, last } = createScreenFields('schema_validation')

/**
 * Validations check messages before delivery, in the order of the list, until one rejects the message. They see the
 * topic after rewriting. Messages of the API, of rules, will messages and delayed messages (when they become due) are
 * checked alike; a failure disconnects no client for them, and the API responds as if there were no subscribers.
 */
export const schemaValidation = struct('schema_validation:validation', {
  ...first,
  strategy: required(oneOf(...strategies)),
  ...last,
  checks: required(listOf(check, refuseChecks)),
})
export const schemaValidationSchema = tolerant(schemaValidation)
export type SchemaValidation = ValueOf<typeof schemaValidation>
export type WrittenValidation = WrittenOf<typeof schemaValidation>

const params = v.object({ name: v.string() })

export const schemaValidations = {
  list: endpoint({
    method: 'GET',
    path: '/schema_validations',
    response: { 200: rows(schemaValidationSchema) },
    errors: [],
    access: 'token',
  }),
  /** Appends the validation to the list. Filters that can never match are accepted; missing schemas are rejected. */
  create: endpoint({
    method: 'POST',
    path: '/schema_validations',
    refreshes: ['/schema_validations'],
    body: document(toWrittenSchema(schemaValidation)),
    response: { 201: schemaValidationSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  /** Replaces the whole validation that the `name` in the body refers to. */
  update: endpoint({
    method: 'PUT',
    path: '/schema_validations',
    refreshes: ['/schema_validations', '/schema_validations/validation/:name'],
    body: document(toWrittenSchema(schemaValidation)),
    response: { 200: schemaValidationSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /**
   * The body holds all names in their new order. The error lists missing, unknown and repeated names, an empty list
   * as `[91,93]`.
   */
  reorder: endpoint({
    method: 'POST',
    path: '/schema_validations/reorder',
    refreshes: ['/schema_validations'],
    body: orderSchema,
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/schema_validations/validation/:name',
    params,
    response: { 200: schemaValidationSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/schema_validations/validation/:name',
    refreshes: ['/schema_validations'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  enable: endpoint({
    method: 'POST',
    path: '/schema_validations/validation/:name/enable/:enable',
    refreshes: ['/schema_validations', '/schema_validations/validation/:name'],
    params: v.object({ name: v.string(), enable: flag }),
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/schema_validations/validation/:name/metrics',
    params,
    response: { 200: screenMetricsSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  resetMetrics: endpoint({
    method: 'POST',
    path: '/schema_validations/validation/:name/metrics/reset',
    refreshes: ['/schema_validations/validation/:name/metrics'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
