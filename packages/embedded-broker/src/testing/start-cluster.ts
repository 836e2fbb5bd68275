import { onTestFinished } from 'vitest'
import type { Cluster } from '../mqtt/node/cluster.ts'
import { type ClusterOptions, createCluster } from '../mqtt/node/create-cluster.ts'
import { memoryStore } from '../storage/memory-store.ts'

/** A running cluster of two nodes without sockets, stopped at the end of the test; `prepare` comes before its start. */
export async function startCluster(
  options: Partial<ClusterOptions> = {},
  prepare: (cluster: Cluster) => void = () => undefined,
): Promise<Cluster> {
  const cluster = createCluster({
    name: 'test',
    nodeNames: ['n1@127.0.0.1', 'n2@127.0.0.1'],
    store: memoryStore(),
    listen: false,
    sysInterval: 0,
    ...options,
  })
  prepare(cluster)
  await cluster.start()
  onTestFinished(() => cluster.stop())
  return cluster
}
