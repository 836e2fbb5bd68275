import { onTestFinished } from 'vitest'
import type { Cluster } from '../mqtt/node/cluster.ts'
import { type ClusterOptions, createCluster } from '../mqtt/node/create-cluster.ts'
import { memoryStore } from '../storage/memory-store.ts'

/**
 * Starts a cluster of two nodes without sockets that is stopped at the end of the test; `prepare` is called before
 * its start.
 */
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
