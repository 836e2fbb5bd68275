import type { ScrapeMode } from '@brokerdeck/contract/monitoring/prometheus.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import { addUp } from '../../runtime/add-up.ts'
import type { FigureGroup, FigureRow } from './figure-group.ts'

export interface Collected {
  readonly group: FigureGroup
  readonly rows: readonly FigureRow[]
}

/** Collects the figures of the nodes; the first node is the one that answers the request. */
export function collect(
  groups: readonly FigureGroup[],
  nodes: readonly BrokerNode[],
  mode: ScrapeMode,
): readonly Collected[] {
  return groups.map((group) => ({ group, rows: collectRows(group, nodes, mode) }))
}

function collectRows(
  group: FigureGroup,
  nodes: readonly BrokerNode[],
  mode: ScrapeMode,
): readonly FigureRow[] {
  const [answering] = nodes
  if (answering === undefined) return []
  if (mode === 'node' || group.across === 'alike') return group.rows(answering)
  if (mode === 'all_nodes_unaggregated' || group.across === 'each')
    return nodes.flatMap((node) => addNode(group, node))
  if (group.across === 'named') return addNode(group, answering)
  return addUpNodes(group, nodes)
}

const addNode = (group: FigureGroup, node: BrokerNode): readonly FigureRow[] =>
  group.rows(node).map(({ labels, values }) => ({ labels: { ...labels, node: node.name }, values }))

function addUpNodes(group: FigureGroup, nodes: readonly BrokerNode[]): readonly FigureRow[] {
  const byLabels = new Map<string, FigureRow>()
  for (const { labels, values } of nodes.flatMap((node) => group.rows(node))) {
    const key = JSON.stringify(labels)
    const before = byLabels.get(key)?.values ?? {}
    byLabels.set(key, { labels, values: addUp([before, values], group.isClusterWide ?? (() => false)) })
  }
  return [...byLabels.values()]
}
