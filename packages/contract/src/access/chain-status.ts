import * as v from 'valibot'
import { rows } from '../paging.ts'

/** `rate` is the rate of the last ten seconds, in requests per second. */
const rates = { rate: v.number(), rate_last5m: v.number(), rate_max: v.number() }

/** Counts the requests to an external system; empty for authenticators and sources that use none. */
export const chainResourceMetricsSchema = v.partial(
  v.object({ matched: v.number(), success: v.number(), failed: v.number(), ...rates }),
)

/** A node reports `stopped` when the authenticator or source is disabled. */
export const chainNodeStatuses = ['connected', 'disconnected', 'connecting', 'stopped'] as const

const ofNode = <const Metrics extends v.GenericSchema>(metrics: Metrics) =>
  rows(v.object({ node: v.string(), metrics }))

/** Describes the counters of an authenticator or source, together with its request rates. */
export const chainMetrics = <const Counts extends readonly string[]>(counts: Counts) =>
  v.object({ ...v.entriesFromList(counts, v.number()), ...rates })

/**
 * Describes the status of an authenticator or an authorization source. Figures are sums over the nodes, which are
 * listed after them.
 */
export const chainStatus = <const Metrics extends v.GenericSchema>(metrics: Metrics) =>
  v.object({
    status: v.picklist([...chainNodeStatuses, 'inconsistent']),
    node_status: rows(v.object({ node: v.string(), status: v.picklist(chainNodeStatuses) })),
    node_error: rows(v.object({ node: v.string(), error: v.string() })),
    metrics,
    node_metrics: ofNode(metrics),
    resource_metrics: chainResourceMetricsSchema,
    node_resource_metrics: ofNode(chainResourceMetricsSchema),
  })
