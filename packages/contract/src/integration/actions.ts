import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import {
  changedResource,
  newResource,
  resourceId,
  resourceStatus,
  toEnable,
  toOperate,
  toOperateOnNode,
} from './connectors.ts'

const shared = {
  type: v.string(),
  name: v.string(),
  enable: v.optional(v.boolean(), true),
  description: v.optional(v.string()),
  /** The ids of the rules that use the action. */
  rules: v.optional(v.array(v.string()), []),
  /** The time of creation, in milliseconds of Unix time. */
  created_at: v.optional(v.number()),
  last_modified_at: v.optional(v.number()),
  ...resourceStatus,
}

/**
 * An action that receives the results of a rule, or a source of a rule; the content of `parameters` depends on the
 * type.
 */
export const actionSchema = v.looseObject({
  ...shared,
  connector: v.string(),
  // Settings are saved as a whole, so fields that the broker did not return must not appear to be returned.
  tags: v.optional(v.array(v.string())),
  parameters: v.optional(v.looseObject({})),
  resource_opts: v.optional(v.looseObject({})),
})
export type Action = v.InferOutput<typeof actionSchema>

/** The summary without settings and connector; a single request returns all summaries. */
export const actionSummarySchema = v.object(shared)
export type ActionSummary = v.InferOutput<typeof actionSummarySchema>

/** The counters count since the start of the node or the last reset; some are gauges of the messages in progress. */
export const actionCounters = [
  'matched',
  'success',
  'failed',
  'retried',
  'received',
  'late_reply',
  'inflight',
  'queuing',
  'queuing_bytes',
  'dropped',
  'dropped.expired',
  'dropped.queue_full',
  'dropped.resource_stopped',
  'dropped.resource_not_found',
  'dropped.other',
] as const

const figuresSchema = v.object({
  /** The number of messages that rules passed on. */
  matched: v.number(),
  success: v.number(),
  failed: v.number(),
  /** The number of messages that were sent more than once. */
  retried: v.number(),
  /** For a source: the number of messages received from the other system. */
  received: v.number(),
  /** The number of responses that arrived after the time to live of their request. */
  late_reply: v.optional(v.number(), 0),
  inflight: v.number(),
  queuing: v.number(),
  /** Missing in the responses of older brokers. */
  queuing_bytes: v.optional(v.number()),
  /** The sum of the `dropped.*` counters below. */
  dropped: v.number(),
  'dropped.expired': v.optional(v.number(), 0),
  'dropped.queue_full': v.number(),
  'dropped.resource_stopped': v.number(),
  'dropped.resource_not_found': v.number(),
  'dropped.other': v.number(),
  /** The rates per second: over the last ten seconds, over five minutes, and the highest. */
  rate: v.number(),
  rate_last5m: v.number(),
  rate_max: v.number(),
})
export type ActionFigures = v.InferOutput<typeof figuresSchema>

export const actionMetricsSchema = v.object({
  metrics: figuresSchema,
  node_metrics: rows(v.object({ node: v.string(), metrics: figuresSchema })),
})
export type ActionMetrics = v.InferOutput<typeof actionMetricsSchema>

export const alsoRules = v.object({
  /**
   * `true` also removes the action from the rules that use it; without it, the removal is rejected while rules use
   * the action.
   */
  also_delete_dep_actions: v.optional(v.string()),
})

/** EMQX `api/v5` /actions. */
export const actions = {
  list: endpoint({
    method: 'GET',
    path: '/actions',
    response: { 200: rows(actionSchema) },
    errors: [],
    access: 'token',
  }),
  summary: endpoint({
    method: 'GET',
    path: '/actions_summary',
    response: { 200: rows(actionSummarySchema) },
    errors: [],
    access: 'token',
  }),
  types: endpoint({
    method: 'GET',
    path: '/action_types',
    response: { 200: rows(v.string()) },
    errors: [],
    access: 'token',
  }),
  create: endpoint({
    method: 'POST',
    path: '/actions',
    refreshes: ['/actions', '/actions_summary', '/connectors', '/connectors/:id'],
    body: newResource,
    response: { 201: actionSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  probe: endpoint({
    method: 'POST',
    path: '/actions_probe',
    refreshes: [],
    body: newResource,
    response: { 204: null },
    errors: ['TEST_FAILED'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/actions/:id',
    params: resourceId,
    response: { 200: actionSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Restarts the action: its buffered messages are lost. */
  update: endpoint({
    method: 'PUT',
    path: '/actions/:id',
    refreshes: ['/actions', '/actions_summary', '/actions/:id', '/connectors', '/connectors/:id'],
    params: resourceId,
    body: changedResource,
    response: { 200: actionSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/actions/:id',
    refreshes: ['/actions', '/actions_summary', '/connectors', '/connectors/:id', '/rules', '/rules/:id'],
    params: resourceId,
    query: alsoRules,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  setEnabled: endpoint({
    method: 'PUT',
    path: '/actions/:id/enable/:enable',
    refreshes: ['/actions', '/actions_summary', '/actions/:id'],
    params: toEnable,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  start: endpoint({
    method: 'POST',
    path: '/actions/:id/:operation',
    refreshes: ['/actions', '/actions_summary', '/actions/:id'],
    params: toOperate,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  startOnNode: endpoint({
    method: 'POST',
    path: '/nodes/:node/actions/:id/:operation',
    refreshes: ['/actions', '/actions_summary', '/actions/:id'],
    params: toOperateOnNode,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  /** All figures are 0 for an action that does not exist. */
  metrics: endpoint({
    method: 'GET',
    path: '/actions/:id/metrics',
    params: resourceId,
    response: { 200: actionMetricsSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  resetMetrics: endpoint({
    method: 'PUT',
    path: '/actions/:id/metrics/reset',
    refreshes: ['/actions/:id/metrics'],
    params: resourceId,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
