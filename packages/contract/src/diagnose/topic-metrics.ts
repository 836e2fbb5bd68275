import * as v from 'valibot'
import { setWith, text } from '../description/scalars.ts'
import { listOf, required, struct } from '../description/schema.ts'
import { tolerant } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { timestamp } from '../scalars.ts'

/** The maximum number of topics in a cluster; the broker rejects any further topic. */
export const maxTopicMetrics = 512

/**
 * The figures are sums over the running nodes; rates are messages per second, smoothed over about five seconds.
 * `dropped` counts messages without subscribers. The broker's documentation writes `message.` instead of `messages.`.
 */
const figuresSchema = v.object({
  'messages.in.count': v.number(),
  'messages.in.rate': v.number(),
  'messages.out.count': v.number(),
  'messages.out.rate': v.number(),
  'messages.dropped.count': v.number(),
  'messages.dropped.rate': v.number(),
  'messages.qos0.in.count': v.number(),
  'messages.qos0.in.rate': v.number(),
  'messages.qos0.out.count': v.number(),
  'messages.qos0.out.rate': v.number(),
  'messages.qos1.in.count': v.number(),
  'messages.qos1.in.rate': v.number(),
  'messages.qos1.out.count': v.number(),
  'messages.qos1.out.rate': v.number(),
  'messages.qos2.in.count': v.number(),
  'messages.qos2.in.rate': v.number(),
  'messages.qos2.out.count': v.number(),
  'messages.qos2.out.rate': v.number(),
})
export type TopicFigures = v.InferOutput<typeof figuresSchema>

export const topicMetricSchema = v.object({
  topic: v.string(),
  /** The time at which counting began. */
  create_time: timestamp,
  /** Documented, but lost when the broker adds up the figures of its nodes: a cluster never returns it. */
  reset_time: v.optional(timestamp),
  metrics: figuresSchema,
})
export type TopicMetric = v.InferOutput<typeof topicMetricSchema>

/** An entry of `topic_metrics`, which lists the topics whose messages are counted. */
export const countedTopic = struct('modules:topic_metrics', {
  topic: required(setWith(text, { kind: 'topic', isFilter: false })),
})
export const topicMetricsTopics = listOf(countedTopic)
export const topicMetricsSchema = tolerant(topicMetricsTopics)

const topicParams = v.object({ topic: v.string() })

export const topicMetrics = {
  list: endpoint({
    method: 'GET',
    path: '/mqtt/topic_metrics',
    response: { 200: rows(topicMetricSchema) },
    errors: [],
    access: 'token',
  }),
  /** Adds a topic name. Wildcards are rejected; `$share/group/topic` is accepted but never counts anything. */
  add: endpoint({
    method: 'POST',
    path: '/mqtt/topic_metrics',
    refreshes: ['/mqtt/topic_metrics'],
    body: tolerant(countedTopic),
    response: { 200: topicMetricSchema },
    errors: ['BAD_TOPIC', 'EXCEED_LIMIT'],
    access: 'token',
  }),
  /** Resets the figures of one topic, or of all topics. */
  reset: endpoint({
    method: 'PUT',
    path: '/mqtt/topic_metrics',
    refreshes: ['/mqtt/topic_metrics', '/mqtt/topic_metrics/:topic'],
    body: v.object({ action: v.literal('reset'), topic: v.optional(v.string()) }),
    response: { 200: v.union([topicMetricSchema, v.array(topicMetricSchema)]) },
    errors: ['TOPIC_NOT_FOUND'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/mqtt/topic_metrics/:topic',
    params: topicParams,
    response: { 200: topicMetricSchema },
    errors: ['TOPIC_NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/mqtt/topic_metrics/:topic',
    refreshes: ['/mqtt/topic_metrics'],
    params: topicParams,
    response: { 204: null },
    errors: ['TOPIC_NOT_FOUND'],
    access: 'token',
  }),
} as const
