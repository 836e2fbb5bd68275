import * as v from 'valibot'
import { continuationQuery } from '../paging.ts'
import { byteSizeSchema, limitOrInfinite, qosSchema, timestamp } from '../scalars.ts'

const count = v.number()
const text = v.nullable(v.string())

/**
 * A session, connected or not. Sizes are in bytes, intervals in seconds. The device chooses client id, username and
 * attributes freely.
 */
export const clientSchema = v.object({
  clientid: v.string(),
  username: text,
  node: v.string(),
  connected: v.boolean(),
  connected_at: timestamp,
  created_at: timestamp,
  /** The time of disconnection; only set while disconnected. */
  disconnected_at: v.optional(timestamp),
  proto_name: v.string(),
  /** The protocol version: 3 is MQTT 3.1, 4 is 3.1.1, 5 is 5.0. */
  proto_ver: v.number(),
  /** The listener, such as `tcp:default`; it is not among `fields`, so it cannot be requested by name. */
  listener: v.optional(v.string()),
  ip_address: v.string(),
  port: v.number(),
  keepalive: v.number(),
  clean_start: v.boolean(),
  /**
   * Seconds after the end of the connection; 4294967295 is never. MQTT 3 persistent sessions show the broker's 7200.
   */
  expiry_interval: v.number(),
  is_bridge: v.boolean(),
  is_expired: v.boolean(),
  /** False exactly when `expiry_interval` is 0. */
  is_persistent: v.optional(v.boolean()),
  /** True if the session is kept in durable storage. */
  durable: v.optional(v.boolean()),
  enable_authn: v.optional(v.union([v.boolean(), v.string()])),
  /** The time at which the authentication ends, in epoch milliseconds. */
  auth_expire_at: v.optional(v.nullable(v.number())),
  client_attrs: v.optional(v.record(v.string(), v.unknown())),
  mountpoint: v.optional(text),
  /** The server name of TLS, or the host of a WebSocket request. */
  peersni: v.optional(text),
  /** The MQTT 5 properties of the DISCONNECT; only set while disconnected. */
  disconn_props: v.optional(v.record(v.string(), v.unknown())),
  /** Only set for WebSocket connections. */
  ws_cookie: v.optional(v.array(v.unknown())),
  subscriptions_cnt: count,
  subscriptions_max: limitOrInfinite,
  inflight_cnt: count,
  inflight_max: limitOrInfinite,
  mqueue_len: count,
  mqueue_dropped: count,
  /** Missing for durable sessions. */
  mqueue_max: v.optional(limitOrInfinite),
  awaiting_rel_cnt: count,
  awaiting_rel_max: limitOrInfinite,
  mailbox_len: v.optional(count),
  /** The size in bytes. EMQX returns machine words of eight bytes, although its documentation says bytes. */
  heap_size: v.optional(
    v.pipe(
      count,
      v.transform((words) => words * 8),
    ),
  ),
  reductions: v.optional(count),
  /** The bytes and TCP reads and writes, missing while disconnected. */
  recv_oct: v.optional(count),
  recv_cnt: v.optional(count),
  send_oct: v.optional(count),
  send_cnt: v.optional(count),
  recv_pkt: count,
  recv_msg: count,
  'recv_msg.qos0': count,
  'recv_msg.qos1': count,
  'recv_msg.qos2': count,
  'recv_msg.dropped': count,
  'recv_msg.dropped.await_pubrel_timeout': count,
  send_pkt: count,
  send_msg: count,
  'send_msg.qos0': count,
  'send_msg.qos1': count,
  'send_msg.qos2': count,
  'send_msg.dropped': count,
  'send_msg.dropped.expired': count,
  'send_msg.dropped.queue_full': count,
  'send_msg.dropped.too_large': count,
})
export type Client = v.InferOutput<typeof clientSchema>

/** A client reduced by `fields`: only the client id is always present. */
export const clientRowSchema = v.object({
  ...v.partial(clientSchema).entries,
  clientid: v.string(),
})
export type ClientRow = v.InferOutput<typeof clientRowSchema>

/** The names that `fields` accepts; the broker rejects all others, including some names in its own responses. */
export const clientFields = [
  'awaiting_rel_cnt',
  'awaiting_rel_max',
  'clean_start',
  'client_attrs',
  'clientid',
  'connected',
  'connected_at',
  'created_at',
  'disconnected_at',
  'durable',
  'expiry_interval',
  'heap_size',
  'inflight_cnt',
  'inflight_max',
  'ip_address',
  'is_bridge',
  'is_expired',
  'keepalive',
  'mailbox_len',
  'mountpoint',
  'mqueue_dropped',
  'mqueue_len',
  'mqueue_max',
  'n_streams',
  'node',
  'port',
  'proto_name',
  'proto_ver',
  'recv_cnt',
  'recv_msg',
  'recv_msg.dropped',
  'recv_msg.dropped.await_pubrel_timeout',
  'recv_msg.qos0',
  'recv_msg.qos1',
  'recv_msg.qos2',
  'recv_oct',
  'recv_pkt',
  'reductions',
  'send_cnt',
  'send_msg',
  'send_msg.dropped',
  'send_msg.dropped.expired',
  'send_msg.dropped.queue_full',
  'send_msg.dropped.too_large',
  'send_msg.qos0',
  'send_msg.qos1',
  'send_msg.qos2',
  'send_oct',
  'send_pkt',
  'seqno_q1_comm',
  'seqno_q1_dup',
  'seqno_q1_next',
  'seqno_q2_comm',
  'seqno_q2_dup',
  'seqno_q2_next',
  'seqno_q2_rec',
  'subscriptions_cnt',
  'subscriptions_max',
  'username',
] as const

const stored = {
  msgid: v.string(),
  topic: v.string(),
  qos: qosSchema,
  /** The time of publication, in epoch milliseconds. */
  publish_at: v.number(),
  /** Nanoseconds since the epoch, as text, because a number cannot hold all digits. */
  inserted_at: v.string(),
  from_clientid: v.string(),
  /** The word `undefined` for a client without a username. */
  from_username: v.string(),
  /** Base64, or text with `payload=plain` (bytes that are not UTF-8 become U+FFFD); missing with `payload=none`. */
  payload: v.optional(v.string()),
}

export const inflightMessageSchema = v.object(stored)
export type InflightMessage = v.InferOutput<typeof inflightMessageSchema>

export const mqueueMessageSchema = v.object({ ...stored, mqueue_priority: limitlessPriority() })
export type MqueueMessage = v.InferOutput<typeof mqueueMessageSchema>

/** Priorities are numbers, or `infinity` if it is configured for a topic. */
function limitlessPriority() {
  return v.union([v.number(), v.literal('infinity')])
}

/**
 * `max_payload_bytes` (default 1 MB) ends a page early when its payloads exceed the limit; the first message is
 * always returned.
 */
export const sessionMessagesQuery = v.object({
  ...continuationQuery,
  payload: v.optional(v.picklist(['none', 'base64', 'plain']), 'base64'),
  max_payload_bytes: v.optional(byteSizeSchema, '1MB'),
})
