import * as v from 'valibot'
import { configDuration, configRate, configSize } from '../config-scalars.ts'
import { endpoint } from '../endpoint.ts'
import { paged, pageQuery } from '../paging.ts'
import { document, qos, timestamp } from '../scalars.ts'

export const retainerStorages = ['ram', 'disc'] as const

export const retainerConfigSchema = v.looseObject({
  enable: v.boolean(),
  backend: v.looseObject({
    type: v.literal('built_in_database'),
    storage_type: v.picklist(retainerStorages),
    /** 0 is as many as there are. */
    max_retained_messages: v.number(),
    index_specs: v.array(v.array(v.number())),
    enable: v.optional(v.boolean()),
  }),
  max_payload_size: configSize,
  /** `0s` is never. */
  msg_expiry_interval: configDuration,
  /** `disabled`, or a lifetime that counts whatever a message says. */
  msg_expiry_interval_override: configDuration,
  /** Whether the override leaves messages alone that do not expire. */
  allow_never_expire: v.boolean(),
  /** How often what has expired is removed; `0s` is not before somebody asks for it. */
  msg_clear_interval: configDuration,
  max_publish_rate: configRate,
  delivery_rate: configRate,
  stop_publish_clear_msg: v.boolean(),
})
export type RetainerConfig = v.InferOutput<typeof retainerConfigSchema>

/** The broker's own `$SYS` messages come from the client `emqx_sys`. */
export const retainedMessageSchema = v.object({
  msgid: v.string(),
  topic: v.string(),
  qos,
  publish_at: timestamp,
  from_clientid: v.string(),
  /** The word `undefined` for a client without a username. */
  from_username: v.string(),
})
export type RetainedMessage = v.InferOutput<typeof retainedMessageSchema>

/** Bytes; of longer messages the broker gives no payload. */
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
  /** Merges: what is not sent stays. */
  putSettings: endpoint({
    method: 'PUT',
    path: '/mqtt/retainer',
    body: document(retainerConfigSchema),
    response: { 200: retainerConfigSchema },
    errors: ['UPDATE_FAILED', 'NOT_FOUND'],
    access: 'token',
  }),
  /** `topic` is a filter; with it the broker does not count. One that is no filter finds nothing. */
  listMessages: endpoint({
    method: 'GET',
    path: '/mqtt/retainer/messages',
    query: v.object({ ...pageQuery, topic: v.optional(v.string()) }),
    response: { 200: paged(retainedMessageSchema) },
    errors: [],
    access: 'token',
  }),
  /** Everything, `$SYS` too. */
  clearMessages: endpoint({
    method: 'DELETE',
    path: '/mqtt/retainer/messages',
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** A filter with wildcards gives the first that it covers. The payload is Base64. */
  getMessage: endpoint({
    method: 'GET',
    path: '/mqtt/retainer/message/:topic',
    params: topicParams,
    response: { 200: v.object({ ...retainedMessageSchema.entries, payload: v.optional(v.string()) }) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** A filter with wildcards removes everything that it covers. */
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/mqtt/retainer/message/:topic',
    params: topicParams,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
