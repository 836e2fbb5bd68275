import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { boolean, duration, positiveInteger } from '../description/scalars.ts'
import { struct, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'

/** The maximum number of rows that the broker lists, however many each node keeps. */
export const maxSlowSubscriptions = 1000

/** A client and a topic with one of the longest recent delivery times of a message. */
export const slowSubscriptionSchema = v.object({
  clientid: v.string(),
  topic: v.string(),
  node: v.string(),
  /** The delivery time, in milliseconds. */
  timespan: v.number(),
  /** The time of the last update, in epoch milliseconds. */
  last_update_time: v.number(),
})
export type SlowSubscription = v.InferOutput<typeof slowSubscriptionSchema>

/**
 * The latency that is measured. Delivery ends when the packet is sent at QoS 0, with PUBACK at QoS 1 and with PUBCOMP
 * at QoS 2; so a client that acknowledges nothing is not listed.
 */
export const latencyKinds = ['whole', 'internal', 'response'] as const
export type LatencyKind = (typeof latencyKinds)[number]

export const slowSubsSettings = struct('slow_subs', {
  enable: withDefault(boolean, false),
  /** Only deliveries that take longer are listed. */
  threshold: withDefault(duration, '500ms'),
  /** A row is removed when no slow delivery occurs for this long. */
  expire_interval: withDefault(duration, '300s'),
  /** The number of rows that each node keeps. */
  top_k_num: withDefault(positiveInteger, 10),
  stats_type: withDefault(oneOf(...latencyKinds), 'whole'),
})
export const slowSubsConfigSchema = tolerant(slowSubsSettings)
export type SlowSubsConfig = ValueOf<typeof slowSubsSettings>

export const slowSubscriptions = {
  /** Lists the slowest deliveries first; `page` and `limit` are accepted but have no effect. */
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
  /** Fields that are not sent stay unchanged. Turning the feature off clears the list. */
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
