import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { pageQuery, pageSchema, rows } from '../../paging.ts'
import { flag, integerSchema, limitOrInfinite, moment } from '../../scalars.ts'
import { gatewayKindSchema as nameSchema } from './gateway-settings.ts'

const params = v.object({ name: nameSchema })
const clientParams = v.object({ name: nameSchema, clientid: v.string() })

/** A client of a gateway. Only this list contains it, never `/clients`. */
export const gatewayClientSchema = v.looseObject({
  clientid: v.string(),
  username: v.nullish(v.string()),
  node: v.string(),
  proto_name: v.string(),
  proto_ver: v.nullish(v.string()),
  ip_address: v.string(),
  port: v.number(),
  connected: v.boolean(),
  connected_at: v.nullish(v.string()),
  disconnected_at: v.nullish(v.string()),
  created_at: v.nullish(v.string()),
  clean_start: v.optional(v.boolean()),
  keepalive: v.optional(v.number()),
  mountpoint: v.nullish(v.string()),
  subscriptions_cnt: v.number(),
  subscriptions_max: v.optional(limitOrInfinite),
  /** The expiry interval, in seconds. */
  expiry_interval: v.optional(v.number()),
  mqueue_len: v.optional(v.number()),
  mqueue_max: v.optional(limitOrInfinite),
  mqueue_dropped: v.optional(v.number()),
  inflight_cnt: v.optional(v.number()),
  inflight_max: v.optional(limitOrInfinite),
  awaiting_rel_cnt: v.optional(v.number()),
  awaiting_rel_max: v.optional(limitOrInfinite),
  recv_oct: v.optional(v.number()),
  recv_cnt: v.optional(v.number()),
  recv_pkt: v.optional(v.number()),
  recv_msg: v.optional(v.number()),
  send_oct: v.optional(v.number()),
  send_cnt: v.optional(v.number()),
  send_pkt: v.optional(v.number()),
  send_msg: v.optional(v.number()),
  /** The endpoint name; only for LwM2M. */
  endpoint_name: v.optional(v.string()),
  /** The lifetime, in seconds; only for LwM2M. */
  lifetime: v.optional(v.number()),
})
export type GatewayClient = v.InferOutput<typeof gatewayClientSchema>

const gatewaySubscriptionSchema = v.looseObject({
  topic: v.string(),
  qos: v.number(),
  /** Only for STOMP, where each subscription has an id chosen by the client. */
  sub_props: v.optional(v.looseObject({ subid: v.optional(v.string()) })),
})

const text = v.optional(v.string())

/** An unknown state matches no client; an unknown node gives 500 `NODE_DOWN`. */
const clientsQuery = v.object({
  ...pageQuery,
  node: text,
  clientid: text,
  username: text,
  ip_address: text,
  conn_state: text,
  proto_ver: text,
  clean_start: v.optional(flag),
  like_clientid: text,
  like_username: text,
  endpoint_name: text,
  like_endpoint_name: text,
  gte_created_at: v.optional(moment),
  lte_created_at: v.optional(moment),
  gte_connected_at: v.optional(moment),
  lte_connected_at: v.optional(moment),
  gte_lifetime: v.optional(integerSchema(0)),
  lte_lifetime: v.optional(integerSchema(0)),
})

export const gatewayClients = {
  list: endpoint({
    method: 'GET',
    path: '/gateways/:name/clients',
    params,
    query: clientsQuery,
    response: { 200: pageSchema(gatewayClientSchema) },
    errors: ['RESOURCE_NOT_FOUND', 'NODE_DOWN'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/gateways/:name/clients/:clientid',
    params: clientParams,
    response: { 200: gatewayClientSchema },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  kick: endpoint({
    method: 'DELETE',
    path: '/gateways/:name/clients/:clientid',
    refreshes: ['/gateways', '/gateways/:name/listeners', '/gateways/:name/clients'],
    params: clientParams,
    response: { 204: null },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  subscriptions: endpoint({
    method: 'GET',
    path: '/gateways/:name/clients/:clientid/subscriptions',
    params: clientParams,
    response: { 200: rows(gatewaySubscriptionSchema) },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  /** STOMP requires an id of the subscription. The mountpoint is put before the topic. */
  subscribe: endpoint({
    method: 'POST',
    path: '/gateways/:name/clients/:clientid/subscriptions',
    refreshes: ['/gateways/:name/clients/:clientid', '/gateways/:name/clients/:clientid/subscriptions'],
    params: clientParams,
    body: v.looseObject({
      topic: text,
      qos: v.optional(v.unknown()),
      nl: v.optional(v.unknown()),
      rap: v.optional(v.unknown()),
      rh: v.optional(v.unknown()),
      sub_props: v.optional(v.looseObject({ subid: text })),
    }),
    response: { 201: gatewaySubscriptionSchema },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/gateways/:name/clients/:clientid/subscriptions/:topic',
    refreshes: ['/gateways/:name/clients/:clientid', '/gateways/:name/clients/:clientid/subscriptions'],
    params: v.object({ name: nameSchema, clientid: v.string(), topic: v.string() }),
    response: { 204: null },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
} as const
