import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document, limitOrInfinite } from '../scalars.ts'

export const listenerTypes = ['tcp', 'ssl', 'ws', 'wss', 'quic'] as const
export type ListenerType = (typeof listenerTypes)[number]
const type = v.picklist(listenerTypes)

/** For the cluster, `max_connections` is the sum over its nodes. */
export const listenerStatusSchema = v.object({
  running: v.union([v.boolean(), v.literal('inconsistent')]),
  current_connections: v.number(),
  max_connections: limitOrInfinite,
})
export type ListenerStatus = v.InferOutput<typeof listenerStatusSchema>

/**
 * `address` is the actual address of the listener; only the embedded broker returns it, as its nodes share a machine.
 */
const nodeStatus = rows(
  v.object({ node: v.string(), status: listenerStatusSchema, address: v.exactOptional(v.string()) }),
)

/**
 * A listener over all nodes. `bind` is `127.0.0.1:1883` or `:1883`; `number` is the number of nodes that have the
 * listener.
 */
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

/** The status of all listeners of one type; `node_status` has one entry per listener and node. */
export const listenerTypeStatusSchema = v.object({
  type,
  enable: v.boolean(),
  ids: v.array(v.string()),
  status: listenerStatusSchema,
  node_status: nodeStatus,
})

/** The id of a listener, such as `tcp:default`. The broker rejects an invalid id in its own words. */
const params = v.object({ id: v.string() })

const settings = v.record(v.string(), v.unknown())

/** The configuration of a listener; when it is written, any key except `id` and `type` may be missing. */
const configuration = {
  id: v.string(),
  type,
  bind: v.union([v.string(), v.number()]),
  enable: v.boolean(),
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
  proxy_protocol_timeout: v.optional(v.union([v.string(), v.number()])),
  tcp_options: v.optional(settings),
  ssl_options: v.optional(settings),
  websocket: v.optional(settings),
}

/** `running` and `current_connections` describe the responding node. */
export const listenerSchema = v.looseObject({
  ...configuration,
  running: v.optional(v.boolean()),
  current_connections: v.optional(v.number()),
})
export type Listener = v.InferOutput<typeof listenerSchema>

const body = document(v.looseObject({ ...v.partial(v.object(configuration)).entries, id: v.string(), type }))

const action = {
  method: 'POST',
  params,
  // A node that cannot apply the change raises an alarm.
  refreshes: ['/listeners', '/listeners/:id', '/alarms'],
  response: { 200: null },
  errors: ['BAD_LISTENER_ID'],
  access: 'token',
} as const

export const listeners = {
  list: endpoint({
    method: 'GET',
    path: '/listeners',
    query: v.object({ type: v.optional(type) }),
    response: { 200: rows(listenerSummarySchema) },
    errors: [],
    access: 'token',
  }),
  /** A malformed id gives `BAD_REQUEST`. */
  get: endpoint({
    method: 'GET',
    path: '/listeners/:id',
    params,
    response: { 200: listenerSchema },
    errors: ['BAD_LISTENER_ID'],
    access: 'token',
  }),
  status: endpoint({
    method: 'GET',
    path: '/listeners_status',
    response: { 200: rows(listenerTypeStatusSchema) },
    errors: [],
    access: 'token',
  }),
  /** The id in the body applies. Missing fields get the broker's defaults, `bind` the default port of the type. */
  create: endpoint({
    method: 'POST',
    path: '/listeners/:id',
    refreshes: ['/listeners', '/alarms'],
    params,
    body,
    response: { 200: listenerSchema },
    errors: ['BAD_LISTENER_ID'],
    access: 'token',
  }),
  /** Creates a listener with `name` in the place of `id`. */
  createNamed: endpoint({
    method: 'POST',
    path: '/listeners',
    refreshes: ['/listeners', '/alarms'],
    body: document(v.looseObject({ type, name: v.string() })),
    response: { 200: listenerSchema },
    errors: ['BAD_LISTENER_ID'],
    access: 'token',
  }),
  /**
   * Merges the body deeply into the stored settings: missing keys stay. Clients stay connected unless the address
   * changes.
   */
  update: endpoint({
    method: 'PUT',
    path: '/listeners/:id',
    refreshes: ['/listeners', '/listeners/:id', '/alarms'],
    params,
    body,
    response: { 200: listenerSchema },
    errors: ['BAD_LISTENER_ID'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/listeners/:id',
    refreshes: ['/listeners'],
    params,
    response: { 204: null },
    errors: ['BAD_LISTENER_ID'],
    access: 'token',
  }),
  /** These actions run on all nodes; starting and stopping are saved as `enable`. */
  start: endpoint({ ...action, path: '/listeners/:id/start' }),
  stop: endpoint({ ...action, path: '/listeners/:id/stop' }),
  restart: endpoint({ ...action, path: '/listeners/:id/restart' }),
} as const
