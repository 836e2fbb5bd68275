import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { boolean, duration, positiveInteger } from '../description/scalars.ts'
import { struct, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
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

export const slowSubsSettings = struct('slow_subs', {
  enable: withDefault(boolean, false),
  /** Only what takes longer is listed. */
  threshold: withDefault(duration, '500ms'),
  /** Without a slower one for so long, a row goes. */
  expire_interval: withDefault(duration, '300s'),
  /** Rows that each node keeps. */
  top_k_num: withDefault(positiveInteger, 10),
  stats_type: withDefault(oneOf(...latencyKinds), 'whole'),
})
export const slowSubsConfigSchema = tolerant(slowSubsSettings)
export type SlowSubsConfig = ValueOf<typeof slowSubsSettings>

export const slowSubscriptions = {
  /** The slowest first; `page` and `limit` are taken and change nothing. */
  list: endpoint({
    method: 'GET',
    path: '/slow_subscriptions',
    query: v.object({ page: v.optional(v.unknown()), limit: v.optional(v.unknown()) }),
    response: { 200: v.object({ data: rows(slowSubscriptionSchema) }) },
    errors: [],
    access: 'token',
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/slow_subscriptions',
    refreshes: ['/slow_subscriptions'],
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
    refreshes: ['/slow_subscriptions/settings', '/slow_subscriptions'],
    body: document(slowSubsConfigSchema),
    response: { 200: slowSubsConfigSchema },
    errors: [],
    access: 'token',
  }),
} as const
