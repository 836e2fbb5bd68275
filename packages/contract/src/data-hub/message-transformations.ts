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

/** What speaks against a place to write to, as the broker says it; undefined if nothing does. */
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

/** A value put somewhere into the message: `payload.who` becomes `clientid`. A constant alone is no value. */
const operation = struct('message_transformation:operation', { key: required(key), value: required(value) })
export type Operation = ValueOf<typeof operation>

export const serdeKinds = ['none', 'json', 'avro', 'protobuf'] as const
export type SerdeKind = (typeof serdeKinds)[number]

/** How a payload is read, or written. Any pair of reading and writing is taken. */
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

/** More are nobody's. */
const mostOperations = 200
const operations = listOf(operation, (items) =>
  items.length > mostOperations ? `more than ${mostOperations} operations` : undefined,
)

const { first, last } = createScreenFields('message_transformation')

/**
 * What is made of messages before anybody gets them, after all validations: one after the other, each on what the one
 * before has made. Which apply is decided by the topic before the first of them. Messages of the API, of rules, wills
 * and delayed ones (when their time has come) are changed alike; nobody is disconnected for those.
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
  /** `127.0.0.1:5000` */
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
  /** Of Avro and Protobuf: lists of bytes and of texts, as deep as the broker happens to build them. */
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
  /** As the last one. Filters that can never match, unknown functions and schemas that there are none of are taken. */
  create: endpoint({
    method: 'POST',
    path: '/message_transformations',
    refreshes: ['/message_transformations'],
    body: document(toWrittenSchema(messageTransformation)),
    response: { 201: messageTransformationSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  /** The whole of the one that has the name in the body. */
  update: endpoint({
    method: 'PUT',
    path: '/message_transformations',
    refreshes: ['/message_transformations', '/message_transformations/transformation/:name'],
    body: document(toWrittenSchema(messageTransformation)),
    response: { 200: messageTransformationSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** All names in their new order; which are missing, unknown or there twice is said, an empty list as `[91,93]`. */
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
   * What a transformation would make of a message; nothing is stored. Where it would fail the answer is 400 with
   * `{msg, reason, decoder | encoder, …}`, without `code` and `message`.
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
