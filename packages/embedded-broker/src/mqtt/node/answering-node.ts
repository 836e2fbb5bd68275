import type { BrokerNode, Cluster } from './cluster.ts'

/** The node that speaks for the cluster: the first that runs. */
export function answeringNode(cluster: Cluster): BrokerNode | undefined {
  return cluster.nodes.find((node) => node.isRunning)
}

export function runningNodes(cluster: Cluster): BrokerNode[] {
  return cluster.nodes.filter((node) => node.isRunning)
}

export function runningNode(cluster: Cluster, name: string): BrokerNode | undefined {
  return cluster.nodes.find((node) => node.name === name && node.isRunning)
}
