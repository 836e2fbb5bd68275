import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { limitOrInfinite } from './scalars.ts'

export const listenerTypes = ['tcp', 'ssl', 'ws', 'wss', 'quic'] as const
export type ListenerType = (typeof listenerTypes)[number]
const type = v.picklist(listenerTypes)

/** `max_connections` of the cluster is the sum over its nodes. */
export const listenerStatusSchema = v.object({
  running: v.union([v.boolean(), v.literal('inconsistent')]),
  current_connections: v.number(),
  max_connections: limitOrInfinite,
})
export type ListenerStatus = v.InferOutput<typeof listenerStatusSchema>

const nodeStatus = v.array(v.object({ node: v.string(), status: listenerStatusSchema }))

/** A listener over all nodes. `bind` is `127.0.0.1:1883` or `:1883`; `number` counts the nodes that have it. */
export const listenerSummarySchema = v.object({
  id: v.string(),
  type,
  name: v.string(),
  bind: v.string(),
  enable: v.boolean(),
  acceptors: v.number(),
  number: v.number(),
  status: listenerStatusSchema,
  node_status: nodeStatus,
})
export type ListenerSummary = v.InferOutput<typeof listenerSummarySchema>

/** All listeners of one type together; `node_status` has one entry per listener and node. */
export const listenerTypeStatusSchema = v.object({
  type,
  enable: v.boolean(),
  ids: v.array(v.string()),
  status: listenerStatusSchema,
  node_status: nodeStatus,
})
export type ListenerTypeStatus = v.InferOutput<typeof listenerTypeStatusSchema>

/** `tcp:default` */
const listenerId = v.pipe(v.string(), v.regex(/^(tcp|ssl|ws|wss|quic):[A-Za-z0-9][A-Za-z0-9_-]*$/))

const settings = v.record(v.string(), v.unknown())

/** The configuration of a listener; `running` and `current_connections` are those of the answering node. */
export const listenerSchema = v.object({
  id: v.string(),
  type,
  bind: v.union([v.string(), v.number()]),
  enable: v.boolean(),
  running: v.optional(v.boolean()),
  current_connections: v.optional(v.number()),
  acceptors: v.optional(v.number()),
  max_connections: v.optional(limitOrInfinite),
  max_conn_rate: v.optional(v.string()),
  messages_rate: v.optional(v.string()),
  bytes_rate: v.optional(v.string()),
  mountpoint: v.optional(v.string()),
  zone: v.optional(v.string()),
  enable_authn: v.optional(v.union([v.boolean(), v.string()])),
  access_rules: v.optional(v.array(v.string())),
  proxy_protocol: v.optional(v.boolean()),
  proxy_protocol_timeout: v.optional(v.string()),
  tcp_options: v.optional(settings),
  ssl_options: v.optional(settings),
  websocket: v.optional(settings),
})
export type Listener = v.InferOutput<typeof listenerSchema>

export const listeners = {
  list: endpoint({
    method: 'GET',
    path: '/listeners',
    query: v.object({ type: v.optional(type) }),
    response: { 200: v.array(listenerSummarySchema) },
    errors: [],
    access: 'token',
  }),
  /** A malformed id is `BAD_REQUEST`. */
  get: endpoint({
    method: 'GET',
    path: '/listeners/:id',
    params: v.object({ id: listenerId }),
    response: { 200: listenerSchema },
    errors: ['BAD_LISTENER_ID'],
    access: 'token',
  }),
  status: endpoint({
    method: 'GET',
    path: '/listeners_status',
    response: { 200: v.array(listenerTypeStatusSchema) },
    errors: [],
    access: 'token',
  }),
} as const
