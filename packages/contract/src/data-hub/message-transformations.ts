import { parseOperationValue } from '@brokerdeck/languages/variform/parse-variform.ts'
import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { text, textScalar } from '../description/scalars.ts'
import { listOf, required, struct, variants, withDefault } from '../description/schema.ts'
import { tolerant, toWrittenSchema, type ValueOf, type WrittenOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document, flag } from '../scalars.ts'
import { createScreenFields, orderSchema, screenMetricsSchema } from './screening.ts'

const rootKeys = ['payload', 'qos', 'retain', 'topic', 'user_property'] as const

/** Returns the broker's objection to the target key of an operation; undefined if the key is valid. */
export function operationKeyFault(key: string): Readonly<Record<string, unknown>> | undefined {
  if (key === '') return { reason: 'key must be non-empty' }
  const parts = key.split('.')
  if (parts.some((part) => part === '')) return { invalid_key: key }
  const [root = '', ...rest] = parts
  if (root === 'payload') return undefined
  if (root === 'user_property') {
    const reason = 'must define exactly one key inside user property'
    return rest.length === 1 ? undefined : { invalid_key: key, reason }
  }
  const isWhole = rootKeys.some((one) => one === root) && rest.length === 0
  return isWhole ? undefined : { invalid_key: key, allowed_root_keys: rootKeys }
}

const key = textScalar('string', (value) => {
  if (typeof value !== 'string') return { reason: { expected: 'string()' } }
  const reason = operationKeyFault(value)
  return reason === undefined ? { value } : { reason, isValueHidden: true }
})

const value = textScalar('string', (given) => {
  if (typeof given !== 'string') return { reason: { expected: 'string()' } }
  const parsed = parseOperationValue(given)
  if (!('fault' in parsed)) return { value: given }
  return { reason: { reason: parsed.fault, expression: given.slice(0, 4096) }, isValueHidden: true }
})

/** Writes a value into the message: `payload.who` becomes `clientid`. A constant alone is not a valid value. */
const operation = struct('message_transformation:operation', { key: required(key), value: required(value) })
export type Operation = ValueOf<typeof operation>

export const serdeKinds = ['none', 'json', 'avro', 'protobuf'] as const
export type SerdeKind = (typeof serdeKinds)[number]

/** The format in which a payload is decoded or encoded. Every combination of decoder and encoder is accepted. */
const serde = variants('type', {
  none: struct('message_transformation:payload_serde_none', { type: withDefault(oneOf('none'), 'none') }),
  json: struct('message_transformation:payload_serde_json', { type: withDefault(oneOf('json'), 'json') }),
  avro: struct('message_transformation:payload_serde_avro', {
    type: withDefault(oneOf('avro'), 'avro'),
    schema: required(text),
  }),
  protobuf: struct('message_transformation:payload_serde_protobuf', {
    type: withDefault(oneOf('protobuf'), 'protobuf'),
    schema: required(text),
    message_type: required(text),
  }),
})
export type Serde = ValueOf<typeof serde>

/** The maximum number of operations; real transformations have fewer. */
const mostOperations = 200
const operations = listOf(operation, (items) =>
  items.length > mostOperations ? `more than ${mostOperations} operations` : undefined,
)

const { first, last } = createScreenFields('message_transformation')

/**
 * Transformations run on messages before delivery and after all validations, in order, each on the result of the one
 * before. The original topic decides which transformations apply. Messages of the API, of rules, will messages and
 * delayed messages (when they become due) are transformed alike, but a failure disconnects no client for them.
 */
export const messageTransformation = struct('message_transformation:transformation', {
  ...first,
  ...last,
  payload_decoder: withDefault(serde, { type: 'none' }),
  payload_encoder: withDefault(serde, { type: 'none' }),
  operations: withDefault(operations, []),
})
export const messageTransformationSchema = tolerant(messageTransformation)
export type MessageTransformation = ValueOf<typeof messageTransformation>
export type WrittenTransformation = WrittenOf<typeof messageTransformation>

const anyMap = v.record(v.string(), v.unknown())

const dryrunMessageSchema = v.looseObject({
  topic: v.string(),
  payload: v.string(),
  qos: v.optional(v.picklist([0, 1, 2])),
  retain: v.optional(v.boolean()),
  clientid: v.optional(v.string()),
  username: v.optional(v.string()),
  /** The address and port of the client: `127.0.0.1:5000`. */
  peername: v.optional(v.string()),
  user_property: v.optional(v.record(v.string(), v.string())),
  pub_props: v.optional(anyMap),
  client_attrs: v.optional(anyMap),
})
export type DryrunMessage = v.InferOutput<typeof dryrunMessageSchema>

const dryrunResultSchema = v.object({
  topic: v.string(),
  qos: v.number(),
  retain: v.boolean(),
  /**
   * For Avro and Protobuf, the payload holds lists of bytes and of texts, nested as the broker happens to build them.
   */
  payload: v.unknown(),
  user_property: v.record(v.string(), v.unknown()),
})
export type DryrunResult = v.InferOutput<typeof dryrunResultSchema>

const params = v.object({ name: v.string() })

export const messageTransformations = {
  list: endpoint({
    method: 'GET',
    path: '/message_transformations',
    response: { 200: rows(messageTransformationSchema) },
    errors: [],
    access: 'token',
  }),
  /**
   * Appends the transformation to the list. Filters that can never match, unknown functions and missing schemas are
   * accepted.
   */
  create: endpoint({
    method: 'POST',
    path: '/message_transformations',
    refreshes: ['/message_transformations'],
    body: document(toWrittenSchema(messageTransformation)),
    response: { 201: messageTransformationSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  /** Replaces the whole transformation that the `name` in the body refers to. */
  update: endpoint({
    method: 'PUT',
    path: '/message_transformations',
    refreshes: ['/message_transformations', '/message_transformations/transformation/:name'],
    body: document(toWrittenSchema(messageTransformation)),
    response: { 200: messageTransformationSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /**
   * The body holds all names in their new order. The error lists missing, unknown and repeated names, an empty list
   * as `[91,93]`.
   */
  reorder: endpoint({
    method: 'POST',
    path: '/message_transformations/reorder',
    refreshes: ['/message_transformations'],
    body: orderSchema,
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /**
   * Returns the result of a transformation of a message; nothing is stored. A transformation that fails gives 400
   * with `{msg, reason, decoder | encoder, …}`, without `code` and `message`.
   */
  dryrun: endpoint({
    method: 'POST',
    path: '/message_transformations/dryrun',
    refreshes: [],
    body: document(
      v.object({ message: dryrunMessageSchema, transformation: toWrittenSchema(messageTransformation) }),
    ),
    response: { 200: dryrunResultSchema },
    errors: [],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/message_transformations/transformation/:name',
    params,
    response: { 200: messageTransformationSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/message_transformations/transformation/:name',
    refreshes: ['/message_transformations'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  enable: endpoint({
    method: 'POST',
    path: '/message_transformations/transformation/:name/enable/:enable',
    refreshes: ['/message_transformations', '/message_transformations/transformation/:name'],
    params: v.object({ name: v.string(), enable: flag }),
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/message_transformations/transformation/:name/metrics',
    params,
    response: { 200: screenMetricsSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  resetMetrics: endpoint({
    method: 'POST',
    path: '/message_transformations/transformation/:name/metrics/reset',
    refreshes: ['/message_transformations/transformation/:name/metrics'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
