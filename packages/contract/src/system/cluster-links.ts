import { filtersOverlap, topicFilterFault, topicMatches } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { literal } from '../description/choices.ts'
import {
  boolean,
  byteSize,
  duration,
  integer,
  nonNegativeInteger,
  positiveInteger,
  resourceName,
  secret,
  text,
  topicFilter,
} from '../description/scalars.ts'
import { field, listOf, required, struct, union, withDefault } from '../description/schema.ts'
import { server } from '../description/server.ts'
import { tolerant, toWrittenSchema } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'
import { tlsClientSettings } from '../tls.ts'

/** The topics whose messages are fetched from the other cluster; no filter may be covered by another filter. */
const topics = listOf(topicFilter, (items) => {
  const filters = items.map(String)
  const invalid = filters.filter((filter) => topicFilterFault(filter) !== undefined)
  if (invalid.length > 0)
    return {
      topics: Object.fromEntries(invalid.map((filter) => [filter, 'topic_invalid_#'])),
      reason: 'invalid_topics',
    }
  const redundant = redundantTopics(filters)
  return redundant.length === 0 ? undefined : { topics: redundant, reason: 'redundant_topics' }
})

/** Returns the filters that another filter of the list covers. */
export function redundantTopics(filters: readonly string[]): readonly string[] {
  return filters.filter((filter, at) =>
    filters.some(
      (other, before) =>
        (other !== filter || before < at) && filtersOverlap(other, filter) && topicMatches(other, filter),
    ),
  )
}

/** A link to another cluster, named after that cluster. */
export const clusterLink = struct('cluster:link', {
  name: required(resourceName),
  enable: withDefault(boolean, true),
  server: required(server(1883)),
  clientid: field(text),
  username: field(text),
  password: field(secret),
  topics: required(topics),
  pool_size: withDefault(positiveInteger, 8),
  retry_interval: withDefault(duration, '15s'),
  max_inflight: withDefault(nonNegativeInteger, 32),
  resource_opts: field(
    struct('cluster:creation_opts', {
      health_check_interval: withDefault(duration, '15s'),
      start_timeout: withDefault(duration, '5s'),
      request_ttl: withDefault(union(literal('infinity'), duration), '45s'),
      worker_pool_size: withDefault(integer(1, 1024), 16),
      inflight_window: withDefault(positiveInteger, 100),
      max_buffer_bytes: withDefault(byteSize, '256MB'),
    }),
  ),
  ssl: field(tlsClientSettings),
})
export const clusterLinkSettingsSchema = tolerant(clusterLink)

/** The status is `connected`, `connecting`, `disconnected` or `inconsistent`; a disabled link is `disconnected`. */
const clusterLinkSchema = v.intersect([
  clusterLinkSettingsSchema,
  v.looseObject({
    status: v.string(),
    node_status: rows(
      v.looseObject({ node: v.string(), status: v.string(), reason: v.optional(v.string()) }),
    ),
  }),
])
export type ClusterLink = v.InferOutput<typeof clusterLinkSchema>

const metricsSchema = v.object({
  forwarding: v.object({
    matched: v.number(),
    success: v.number(),
    failed: v.number(),
    dropped: v.number(),
    retried: v.number(),
    inflight: v.number(),
    queuing: v.number(),
    rate: v.number(),
    rate_last5m: v.number(),
    rate_max: v.number(),
  }),
  /** The routes of the other cluster that are known here. */
  router: v.object({ routes: v.number() }),
})
export type ClusterLinkMetrics = v.InferOutput<typeof metricsSchema>

const params = v.object({ name: v.string() })
const body = document(toWrittenSchema(clusterLink))

/**
 * EMQX Enterprise `api/v5` /cluster/links. A link with the cluster's own name, and a link without topics, are
 * accepted.
 */
export const clusterLinks = {
  list: endpoint({
    method: 'GET',
    path: '/cluster/links',
    response: { 200: rows(clusterLinkSchema) },
    errors: [],
    access: 'token',
  }),
  create: endpoint({
    method: 'POST',
    path: '/cluster/links',
    refreshes: ['/cluster/links'],
    body,
    response: { 201: clusterLinkSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/cluster/links/link/:name',
    params,
    response: { 200: clusterLinkSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Replaces the whole link, with or without its name; the link reconnects. */
  update: endpoint({
    method: 'PUT',
    path: '/cluster/links/link/:name',
    refreshes: ['/cluster/links', '/cluster/links/link/:name'],
    params,
    body,
    response: { 200: clusterLinkSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/cluster/links/link/:name',
    refreshes: ['/cluster/links'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/cluster/links/link/:name/metrics',
    params,
    response: {
      200: v.object({
        metrics: metricsSchema,
        node_metrics: rows(v.object({ node: v.string(), metrics: metricsSchema })),
      }),
    },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  resetMetrics: endpoint({
    method: 'PUT',
    path: '/cluster/links/link/:name/metrics/reset',
    refreshes: ['/cluster/links/link/:name/metrics'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
