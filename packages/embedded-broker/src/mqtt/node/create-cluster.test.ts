import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import { connectClient } from '../../testing/connect-client.ts'
import type { Cluster } from './cluster.ts'
import { createCluster } from './create-cluster.ts'

let cluster: Cluster

beforeEach(async () => {
  cluster = createCluster({ name: 'c', nodeNames: ['n1', 'n2'], store: memoryStore(), listen: false })
  await cluster.start()
})

afterEach(() => cluster.stop())

test('a message published on one node reaches a subscriber on the other', async () => {
  const subscriber = await connectClient(cluster, { node: 'n2', clientId: 'sub' })
  const publisher = await connectClient(cluster, { node: 'n1', clientId: 'pub' })
  await subscriber.subscribeAsync('a/+', { qos: 1 })
  const arrived = new Promise((resolve) =>
    subscriber.once('message', (topic, payload) => resolve([topic, String(payload)])),
  )
  await publisher.publishAsync('a/b', 'hello', { qos: 1 })
  expect(await arrived).toEqual(['a/b', 'hello'])
  expect(cluster.nodes[0]?.metrics()['messages.forward']).toBe(1)
  subscriber.end()
  publisher.end()
})
