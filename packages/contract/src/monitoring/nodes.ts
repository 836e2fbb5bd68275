import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { metricValuesSchema } from './metrics.ts'
import { statValuesSchema } from './stats.ts'

/**
 * Uptime is in milliseconds, memory is text (`15.62G`: see parseByteSize), `edition` is `Opensource` or `Enterprise`.
 */
export const runningNodeSchema = v.object({
  node: v.string(),
  node_status: v.literal('running'),
  role: v.picklist(['core', 'replicant']),
  version: v.string(),
  edition: v.string(),
  uptime: v.number(),
  connections: v.number(),
  live_connections: v.number(),
  /** The number of sessions in the whole cluster, as this node counts them. */
  cluster_sessions: v.number(),
  load1: v.number(),
  load5: v.number(),
  load15: v.number(),
  memory_total: v.string(),
  memory_used: v.string(),
  process_available: v.number(),
  process_used: v.number(),
  max_fds: v.number(),
  otp_release: v.string(),
  sys_path: v.string(),
  log_path: v.string(),
})
export type RunningNode = v.InferOutput<typeof runningNodeSchema>

/** The information that other nodes have about a stopped core node; a stopped replicant is not listed at all. */
export const stoppedNodeSchema = v.object({
  node: v.string(),
  node_status: v.literal('stopped'),
  role: v.picklist(['core', 'replicant']),
})

export const nodeSchema = v.variant('node_status', [runningNodeSchema, stoppedNodeSchema])
export type Node = v.InferOutput<typeof nodeSchema>

const params = v.object({ node: v.string() })

export const nodes = {
  list: endpoint({
    method: 'GET',
    path: '/nodes',
    response: { 200: rows(nodeSchema) },
    errors: [],
    access: 'token',
  }),
  /** For a stopped node the response is `NOT_FOUND`, here and in all endpoints of a single node. */
  get: endpoint({
    method: 'GET',
    path: '/nodes/:node',
    params,
    response: { 200: runningNodeSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  stats: endpoint({
    method: 'GET',
    path: '/nodes/:node/stats',
    params,
    response: { 200: statValuesSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/nodes/:node/metrics',
    params,
    response: { 200: metricValuesSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
