import * as v from 'valibot'
import { literal, oneOf } from '../description/choices.ts'
import { boolean, byteSize, duration, nonNegativeInteger, orWord, rate } from '../description/scalars.ts'
import { field, listOf, newer, struct, union, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { document, qosSchema, timestamp } from '../scalars.ts'

export const retainerStorages = ['ram', 'disc'] as const

/** The maximum number of retained messages; 0 means no limit. */
const maxRetained = orWord(nonNegativeInteger, 0, { kind: 'number', min: 1 })
/** A duration; `0s` means never. */
const lifetime = orWord(duration, '0s')

export const retainerSettings = struct(
  'retainer:retainer',
  {
    enable: withDefault(boolean, true),
    msg_expiry_interval: withDefault(lifetime, '0s'),
    /** `disabled`, or a lifetime that replaces the expiry interval of every message. */
    msg_expiry_interval_override: withDefault(union(literal('disabled'), duration), 'disabled'),
    /** True if the override does not apply to messages that never expire. */
    allow_never_expire: withDefault(boolean, true),
    /** The interval at which expired messages are removed; with `0s` they are only removed when they are requested. */
    msg_clear_interval: withDefault(lifetime, '0s'),
    max_publish_rate: withDefault(rate, '1000/s'),
    delivery_rate: withDefault(rate, '1000/s'),
    max_payload_size: withDefault(byteSize, '1MB'),
    stop_publish_clear_msg: withDefault(boolean, false),
    backend: field(
      struct('retainer:mnesia_config', {
        type: withDefault(oneOf('built_in_database'), 'built_in_database'),
        storage_type: withDefault(oneOf(...retainerStorages), 'ram'),
        max_retained_messages: withDefault(maxRetained, 0),
        index_specs: withDefault(listOf(listOf(nonNegativeInteger)), [[1, 2, 3], [1, 3], [2, 3], [3]]),
        enable: newer(withDefault(boolean, true)),
      }),
    ),
  },
  { hidden: ['external_backends', 'flow_control'], aliases: { deliver_rate: 'delivery_rate' } },
)
export const retainerConfigSchema = tolerant(retainerSettings)
export type RetainerConfig = ValueOf<typeof retainerSettings>

/** The broker's own `$SYS` messages have the client id `emqx_sys`. */
export const retainedMessageSchema = v.object({
  msgid: v.string(),
  topic: v.string(),
  qos: qosSchema,
  publish_at: timestamp,
  from_clientid: v.string(),
  /** The word `undefined` for a client without a username. */
  from_username: v.string(),
})
export type RetainedMessage = v.InferOutput<typeof retainedMessageSchema>

/** The maximum size in bytes; the broker returns no payload for larger messages. */
export const maxRetainedPayload = 1_048_576

const topicParams = v.object({ topic: v.string() })

export const retainer = {
  getSettings: endpoint({
    method: 'GET',
    path: '/mqtt/retainer',
    response: { 200: retainerConfigSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Merges the settings: fields that are not sent stay unchanged. */
  putSettings: endpoint({
    method: 'PUT',
    path: '/mqtt/retainer',
    refreshes: ['/mqtt/retainer'],
    body: document(retainerConfigSchema),
    response: { 200: retainerConfigSchema },
    errors: ['UPDATE_FAILED', 'NOT_FOUND'],
    access: 'token',
  }),
  /** `topic` is a filter, with which the broker does not count. An invalid filter matches nothing. */
  listMessages: endpoint({
    method: 'GET',
    path: '/mqtt/retainer/messages',
    query: v.object({ ...pageQuery, topic: v.optional(v.string()) }),
    response: { 200: pageSchema(retainedMessageSchema) },
    errors: [],
    access: 'token',
  }),
  /** Deletes all messages, including `$SYS`. */
  clearMessages: endpoint({
    method: 'DELETE',
    path: '/mqtt/retainer/messages',
    refreshes: ['/mqtt/retainer/messages', '/mqtt/retainer/message/:topic'],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** For a filter with wildcards, returns the first message that it covers. The payload is Base64. */
  getMessage: endpoint({
    method: 'GET',
    path: '/mqtt/retainer/message/:topic',
    params: topicParams,
    response: { 200: v.object({ ...retainedMessageSchema.entries, payload: v.optional(v.string()) }) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** For a filter with wildcards, deletes every message that it covers. */
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/mqtt/retainer/message/:topic',
    refreshes: ['/mqtt/retainer/messages', '/mqtt/retainer/message/:topic'],
    params: topicParams,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
