import * as v from 'valibot'
import { setWith, text } from '../description/scalars.ts'
import { listOf, required, struct } from '../description/schema.ts'
import { tolerant } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { timestamp } from '../scalars.ts'

/** Topics of a cluster; one more is refused. */
export const maxTopicMetrics = 512

/**
 * Sums over the nodes that run; rates are messages per second, smoothed over some five seconds. `dropped` are messages
 * that nobody had subscribed to. The broker's document writes `message.` instead of `messages.`.
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
  /** Counting began then. */
  create_time: timestamp,
  /** Documented, but lost where the broker adds up its nodes: a cluster has never given it. */
  reset_time: v.optional(timestamp),
  metrics: figuresSchema,
})
export type TopicMetric = v.InferOutput<typeof topicMetricSchema>

/** `topic_metrics`: the topics whose messages are counted. */
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
  /** Of a topic name: wildcards are refused, `$share/group/topic` is taken and never counts anything. */
  add: endpoint({
    method: 'POST',
    path: '/mqtt/topic_metrics',
    refreshes: ['/mqtt/topic_metrics'],
    body: tolerant(countedTopic),
    response: { 200: topicMetricSchema },
    errors: ['BAD_TOPIC', 'EXCEED_LIMIT'],
    access: 'token',
  }),
  /** Of one topic, or of all. */
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
