import type { BrokerNode, Cluster } from './cluster.ts'

/** Returns the node that answers for the cluster: the first running node. */
export function answeringNode(cluster: Cluster): BrokerNode | undefined {
  return cluster.nodes.find((node) => node.isRunning)
}

export function runningNodes(cluster: Cluster): BrokerNode[] {
  return cluster.nodes.filter((node) => node.isRunning)
}

export function runningNode(cluster: Cluster, name: string): BrokerNode | undefined {
  return cluster.nodes.find((node) => node.name === name && node.isRunning)
}
