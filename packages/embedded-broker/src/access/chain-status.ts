import { chainResourceMetricsSchema } from '@brokerdeck/contract/access/chain-status.ts'
import * as v from 'valibot'
import type { ResourceFigures } from '../backends/resource-metrics.ts'
import { runningNodes } from '../mqtt/node/answering-node.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'
import { addUp } from '../runtime/add-up.ts'

interface ChainFigures<Metrics, Status> {
  readonly status: Status
  readonly error: string | undefined
  readonly metricsOf: (node: string) => Metrics
  readonly resourceMetricsOf: (node: string) => Partial<ResourceFigures>
}

const noneIsClusterWide = () => false

/**
 * Builds the status of a chain member. All nodes share one connection to the back end, so their status never differs.
 */
export function chainStatus<Metrics extends Readonly<Record<string, number>>, Status extends string>(
  cluster: Cluster,
  metricsSchema: v.GenericSchema<unknown, Metrics>,
  { status, error, metricsOf, resourceMetricsOf }: ChainFigures<Metrics, Status>,
) {
  const nodes = runningNodes(cluster).map(({ name }) => name)
  const metrics = nodes.map((node) => ({ node, metrics: metricsOf(node) }))
  const resources = nodes.map((node) => ({ node, metrics: resourceMetricsOf(node) }))
  const sum = (rows: readonly { readonly metrics: Readonly<Record<string, number>> }[]) =>
    addUp(
      rows.map((row) => row.metrics),
      noneIsClusterWide,
    )
  return {
    status,
    node_status: nodes.map((node) => ({ node, status })),
    node_error: error === undefined ? [] : nodes.map((node) => ({ node, error })),
    metrics: v.parse(metricsSchema, sum(metrics)),
    node_metrics: metrics,
    resource_metrics: v.parse(chainResourceMetricsSchema, sum(resources)),
    node_resource_metrics: resources,
  }
}
