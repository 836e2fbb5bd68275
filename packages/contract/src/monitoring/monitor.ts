import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { integerSchema } from '../scalars.ts'

const number = v.optional(v.number())

/**
 * A bucket of the history; `time_stamp` is in epoch milliseconds. A bucket without a sample, a gap, has no other
 * fields. received, sent, dropped, persisted, validation_* and transformation_* count the messages within the bucket,
 * the other fields are gauges. `subscriptions_ram` is missing for a single node.
 */
export const monitorSampleSchema = v.object({
  time_stamp: v.number(),
  connections: number,
  live_connections: number,
  disconnected_durable_sessions: number,
  topics: number,
  subscriptions: number,
  subscriptions_ram: number,
  subscriptions_durable: number,
  received: number,
  sent: number,
  dropped: number,
  persisted: number,
  validation_succeeded: number,
  validation_failed: number,
  transformation_succeeded: number,
  transformation_failed: number,
})
export type MonitorSample = v.InferOutput<typeof monitorSampleSchema>

const current = {
  connections: v.number(),
  live_connections: v.number(),
  topics: v.number(),
  subscriptions: v.number(),
  shared_subscriptions: v.number(),
  retained_msg_count: v.number(),
  received_msg_rate: v.number(),
  sent_msg_rate: v.number(),
  dropped_msg_rate: v.number(),
  persisted_rate: number,
  validation_succeeded_rate: number,
  validation_failed_rate: number,
  transformation_succeeded_rate: number,
  transformation_failed_rate: number,
  /** The number of licensed connections; Enterprise only. */
  license_quota: number,
}

/** Rates are messages per second. */
export const monitorCurrentSchema = v.object({
  ...current,
  disconnected_durable_sessions: number,
  subscriptions_ram: number,
  subscriptions_durable: number,
})
export type MonitorCurrent = v.InferOutput<typeof monitorCurrentSchema>

/** `node_uptime` is in milliseconds. */
export const nodeMonitorCurrentSchema = v.object({ ...current, node_uptime: v.number() })

const params = v.object({ node: v.string() })
/** The number of seconds to look back; by default the broker returns all stored samples, in 10-minute buckets. */
const query = v.object({ latest: v.optional(integerSchema(1)) })

export const monitor = {
  history: endpoint({
    method: 'GET',
    path: '/monitor',
    query,
    response: { 200: rows(monitorSampleSchema) },
    errors: [],
    access: 'token',
  }),
  nodeHistory: endpoint({
    method: 'GET',
    path: '/monitor/nodes/:node',
    params,
    query,
    response: { 200: rows(monitorSampleSchema) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Deletes the history of the whole cluster. */
  clear: endpoint({
    method: 'DELETE',
    path: '/monitor',
    refreshes: ['/monitor', '/monitor/nodes/:node'],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  current: endpoint({
    method: 'GET',
    path: '/monitor_current',
    response: { 200: monitorCurrentSchema },
    errors: [],
    access: 'token',
  }),
  nodeCurrent: endpoint({
    method: 'GET',
    path: '/monitor_current/nodes/:node',
    params,
    response: { 200: nodeMonitorCurrentSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
