import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

const plain = { cmd: 'publish', topic: 't', payload: 'x', dup: false, retain: false } as const

test('the rate of dropped messages is that of messages.dropped, which leaves out queues and the receive maximum', async () => {
  const clock = manualClock()
  const broker = await createTestBroker({ clock, nodes: 1 })
  onTestFinished(() => broker.close())
  const { cluster, monitor } = broker.context
  const zone = cluster.settings.mqtt
  cluster.configure({ mqtt: { ...zone, maxQueueLength: 1, maxAwaitingRel: 1 } })
  const away = openRaw(cluster)
  await away.connect({ clientId: 'away', properties: { sessionExpiryInterval: 600 } })
  away.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] })
  await away.next('suback')
  away.send({ cmd: 'disconnect', reasonCode: 0 })
  await away.closed
  const [node] = cluster.nodes
  if (node === undefined) throw new Error('no node')
  await monitor.sample()
  const before = node.metrics()
  clock.advance(10_000)
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'publisher' })
  for (let n = 1; n <= 40; n += 1) raw.send({ ...plain, qos: 1, messageId: n })
  for (let n = 1; n <= 50; n += 1) raw.send({ ...plain, topic: 'nobody', qos: 0 })
  raw.send({ ...plain, qos: 2, messageId: 100 })
  raw.send({ ...plain, qos: 2, messageId: 101 })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x93)
  const counted = (name: string) => (node.metrics()[name] ?? 0) - (before[name] ?? 0)
  expect({
    queue: counted('delivery.dropped.queue_full'),
    deliveries: counted('delivery.dropped'),
    receiveMaximum: counted('packets.publish.dropped'),
    nobody: counted('messages.dropped.no_subscribers'),
    dropped: counted('messages.dropped'),
  }).toEqual({ queue: 40, deliveries: 40, receiveMaximum: 1, nobody: 50, dropped: 50 })
  expect(monitor.rates(node).dropped).toBe(5)
})
