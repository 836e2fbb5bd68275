import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { ClusterNode } from './seen-nodes.ts'

export function isRunning(node: ClusterNode): node is RunningNode {
  return node.node_status === 'running'
}

/** Returns the versions in the cluster, the most common first; ties keep the order of appearance. */
export function listNodeVersions(nodes: readonly ClusterNode[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const node of nodes.filter(isRunning)) counts.set(node.version, (counts.get(node.version) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([version]) => version)
}
