import * as v from 'valibot'
import { rows } from '../paging.ts'

/** `rate` is that of the last ten seconds, in questions a second. */
const rates = { rate: v.number(), rate_last5m: v.number(), rate_max: v.number() }

/** What is asked of an external system; empty for those that ask none. */
export const chainResourceMetricsSchema = v.partial(
  v.object({ matched: v.number(), success: v.number(), failed: v.number(), ...rates }),
)

/** `stopped` where it is disabled. */
export const chainNodeStatuses = ['connected', 'disconnected', 'connecting', 'stopped'] as const

const ofNode = <const Metrics extends v.GenericSchema>(metrics: Metrics) =>
  rows(v.object({ node: v.string(), metrics }))

/** What one of a chain counts beside how fast it is asked. */
export const chainMetrics = <const Counts extends readonly string[]>(counts: Counts) =>
  v.object({ ...v.entriesFromList(counts, v.number()), ...rates })

/**
 * How one of a chain fares, an authenticator or a source of authorization. Figures are sums over the nodes, which are
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
