import * as v from 'valibot'
import { configDuration } from '../config-scalars.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'

/** The broker lists no more, whatever a node may keep. */
export const maxSlowSubscriptions = 1000

/** A client and a topic with the longest delivery of a message in the last time. */
export const slowSubscriptionSchema = v.object({
  clientid: v.string(),
  topic: v.string(),
  node: v.string(),
  /** Milliseconds. */
  timespan: v.number(),
  /** Epoch milliseconds. */
  last_update_time: v.number(),
})
export type SlowSubscription = v.InferOutput<typeof slowSubscriptionSchema>

/**
 * What is measured. Delivery ends with the packet sent at QoS 0, with PUBACK at QoS 1, with PUBCOMP at QoS 2; so nothing
 * is known of a client as long as it acknowledges nothing.
 */
export const latencyKinds = ['whole', 'internal', 'response'] as const
export type LatencyKind = (typeof latencyKinds)[number]

export const slowSubsConfigSchema = v.object({
  enable: v.boolean(),
  /** Only what takes longer is listed. */
  threshold: configDuration,
  /** Without a slower one for so long, a row goes. */
  expire_interval: configDuration,
  /** Rows that each node keeps. */
  top_k_num: v.number(),
  stats_type: v.picklist(latencyKinds),
})
export type SlowSubsConfig = v.InferOutput<typeof slowSubsConfigSchema>

export const slowSubscriptions = {
  /** The slowest first; `page` and `limit` are taken and change nothing. */
  list: endpoint({
    method: 'GET',
    path: '/slow_subscriptions',
    query: v.object({ page: v.optional(v.unknown()), limit: v.optional(v.unknown()) }),
    response: { 200: v.object({ data: v.array(slowSubscriptionSchema) }) },
    errors: [],
    access: 'token',
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/slow_subscriptions',
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  getSettings: endpoint({
    method: 'GET',
    path: '/slow_subscriptions/settings',
    response: { 200: slowSubsConfigSchema },
    errors: [],
    access: 'token',
  }),
  /** What is not sent stays. Turning it off forgets the list. */
  putSettings: endpoint({
    method: 'PUT',
    path: '/slow_subscriptions/settings',
    body: document(slowSubsConfigSchema),
    response: { 200: slowSubsConfigSchema },
    errors: [],
    access: 'token',
  }),
} as const
