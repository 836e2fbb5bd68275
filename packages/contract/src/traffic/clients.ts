import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { continuationSchema, cursorPageSchema, cursorQuery, pageQuery, pageSchema, rows } from '../paging.ts'
import { csv, flag, integerSchema, moment, qosSchema, repeated, textSchema } from '../scalars.ts'
import {
  clientFields,
  clientRowSchema,
  clientSchema,
  inflightMessageSchema,
  mqueueMessageSchema,
  sessionMessagesQuery,
} from './client.ts'
import { subscribeSchema, subscriptionSchema } from './subscriptions.ts'

/** `access` is the request that was decided; `updated_time` is in epoch milliseconds. */
export const cachedDecisionSchema = v.object({
  access: v.object({
    action_type: v.picklist(['publish', 'subscribe']),
    qos: qosSchema,
    retain: v.optional(v.boolean()),
  }),
  result: v.picklist(['allow', 'deny']),
  topic: v.string(),
  updated_time: v.number(),
})
export type CachedDecision = v.InferOutput<typeof cachedDecisionSchema>

export const connStates = ['connected', 'idle', 'disconnected'] as const

/**
 * `like_*` is a case-sensitive substring, not a pattern; `username` and `clientid` may be repeated (any value
 * matches).
 */
const filters = {
  username: v.optional(repeated),
  clientid: v.optional(repeated),
  like_username: v.optional(v.string()),
  like_clientid: v.optional(v.string()),
  /** An address without a port. */
  ip_address: v.optional(v.string()),
  conn_state: v.optional(v.picklist(connStates)),
  clean_start: v.optional(flag),
  proto_ver: v.optional(integerSchema(0)),
  gte_created_at: v.optional(moment),
  lte_created_at: v.optional(moment),
  gte_connected_at: v.optional(moment),
  lte_connected_at: v.optional(moment),
}

/** Names separated by commas, or `all`; the console must always request `clientid` as well. */
const fields = v.union([v.literal('all'), csv(clientFields)])

const params = v.object({ clientid: v.string() })
const unsubscribeSchema = v.strictObject({ topic: v.string() })
const notFound = ['CLIENTID_NOT_FOUND'] as const

export const clients = {
  /** Returns counted pages, or has-next pages with `like_*`. An unknown or stopped `node` gives `NODE_DOWN`. */
  list: endpoint({
    method: 'GET',
    path: '/clients',
    query: v.object({
      ...pageQuery,
      ...filters,
      node: v.optional(v.string()),
      fields: v.optional(fields, 'all'),
    }),
    response: { 200: pageSchema(clientRowSchema) },
    errors: ['INVALID_PARAMETER', 'NODE_DOWN'],
    access: 'token',
  }),
  /**
   * Returns cursor pages without counting all sessions first. Supports neither `node` nor `fields`; a page may be
   * longer than `limit`. Missing from the OpenAPI document.
   */
  listByCursor: endpoint({
    method: 'GET',
    path: '/clients_v2',
    query: v.object({ ...cursorQuery, ...filters }),
    response: { 200: cursorPageSchema(clientSchema) },
    errors: ['INVALID_PARAMETER'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/clients/:clientid',
    params,
    response: { 200: clientSchema },
    errors: notFound,
    access: 'token',
  }),
  /** Ends the connection and the session. */
  kick: endpoint({
    method: 'DELETE',
    path: '/clients/:clientid',
    refreshes: ['/clients', '/clients_v2'],
    params,
    response: { 204: null },
    errors: notFound,
    access: 'token',
  }),
  /** Client ids that do not exist are skipped silently. */
  kickMany: endpoint({
    method: 'POST',
    path: '/clients/kickout/bulk',
    refreshes: ['/clients', '/clients_v2'],
    body: v.array(textSchema),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  subscriptions: endpoint({
    method: 'GET',
    path: '/clients/:clientid/subscriptions',
    params,
    response: { 200: rows(subscriptionSchema) },
    errors: notFound,
    access: 'token',
  }),
  /** Works for disconnected sessions too. `nl` on a shared subscription is `INVALID_PARAMETER` (MQTT-3.8.3-4). */
  subscribe: endpoint({
    method: 'POST',
    path: '/clients/:clientid/subscribe',
    refreshes: ['/clients/:clientid/subscriptions', '/clients/:clientid'],
    params,
    body: subscribeSchema,
    response: { 200: subscriptionSchema },
    errors: ['CLIENTID_NOT_FOUND', 'INVALID_PARAMETER', 'UNKNOWN_ERROR'],
    access: 'token',
  }),
  subscribeMany: endpoint({
    method: 'POST',
    path: '/clients/:clientid/subscribe/bulk',
    refreshes: ['/clients/:clientid/subscriptions', '/clients/:clientid'],
    params,
    body: v.array(subscribeSchema),
    response: { 200: rows(subscriptionSchema) },
    errors: ['CLIENTID_NOT_FOUND', 'INVALID_PARAMETER', 'UNKNOWN_ERROR'],
    access: 'token',
  }),
  /** The response is 204 even for a topic without a subscription. */
  unsubscribe: endpoint({
    method: 'POST',
    path: '/clients/:clientid/unsubscribe',
    refreshes: ['/clients/:clientid/subscriptions', '/clients/:clientid'],
    params,
    body: unsubscribeSchema,
    response: { 204: null },
    errors: notFound,
    access: 'token',
  }),
  unsubscribeMany: endpoint({
    method: 'POST',
    path: '/clients/:clientid/unsubscribe/bulk',
    refreshes: ['/clients/:clientid/subscriptions', '/clients/:clientid'],
    params,
    body: v.array(unsubscribeSchema),
    response: { 204: null },
    errors: notFound,
    access: 'token',
  }),
  /**
   * To a caller, the `NOT_FOUND` of durable sessions and the 501 of outdated nodes both mean that the messages are
   * not offered.
   */
  mqueueMessages: endpoint({
    method: 'GET',
    path: '/clients/:clientid/mqueue_messages',
    params,
    query: sessionMessagesQuery,
    response: { 200: continuationSchema(mqueueMessageSchema) },
    errors: ['CLIENTID_NOT_FOUND', 'INVALID_PARAMETER'],
    access: 'token',
  }),
  inflightMessages: endpoint({
    method: 'GET',
    path: '/clients/:clientid/inflight_messages',
    params,
    query: sessionMessagesQuery,
    response: { 200: continuationSchema(inflightMessageSchema) },
    errors: ['CLIENTID_NOT_FOUND', 'INVALID_PARAMETER'],
    access: 'token',
  }),
  authorizationCache: endpoint({
    method: 'GET',
    path: '/clients/:clientid/authorization/cache',
    params,
    response: { 200: rows(cachedDecisionSchema) },
    errors: notFound,
    access: 'token',
  }),
  cleanAuthorizationCache: endpoint({
    method: 'DELETE',
    path: '/clients/:clientid/authorization/cache',
    refreshes: ['/clients/:clientid/authorization/cache'],
    params,
    response: { 204: null },
    errors: notFound,
    access: 'token',
  }),
  /** The keepalive in seconds; 0 disables the check. Missing from the OpenAPI document. */
  setKeepalive: endpoint({
    method: 'PUT',
    path: '/clients/:clientid/keepalive',
    refreshes: ['/clients/:clientid'],
    params,
    body: v.strictObject({ interval: integerSchema(0, 65_535) }),
    response: { 200: clientSchema },
    errors: notFound,
    access: 'token',
  }),
  /** Counts the sessions of the cluster, including sessions that ended after `since` (epoch seconds) if it is given. */
  sessionsCount: endpoint({
    method: 'GET',
    path: '/sessions_count',
    query: v.object({ since: v.optional(integerSchema(0), 0) }),
    response: { 200: v.number() },
    errors: [],
    access: 'token',
  }),
} as const
