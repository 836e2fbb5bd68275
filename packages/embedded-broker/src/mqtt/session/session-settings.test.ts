import { expect, test } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import { changeSettings } from '../../testing/change-settings.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw, type RawClient } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { MqttSettings } from '../client/settings.ts'
import type { Cluster, QoS } from '../node/cluster.ts'

const tell = (cluster: Cluster, topic: string, qos: QoS = 1) =>
  cluster.publish({ topic, payload: Buffer.from(topic), qos, retain: false })

/** Connects a client that subscribes to everything below `t/` and acknowledges nothing. */
async function listener(cluster: Cluster, clean = true): Promise<RawClient> {
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'dev', clean, properties: { sessionExpiryInterval: 600 } })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't/#', qos: 1 }] })
  await raw.next('suback')
  return raw
}

const queued = (cluster: Cluster) =>
  cluster
    .session('dev')
    ?.mqueue()
    .map(({ message, priority }) => [message.topic, priority]) ?? []

async function offline(cluster: Cluster, mqtt: Partial<MqttSettings>): Promise<void> {
  changeSettings(cluster, { mqtt })
  const raw = await listener(cluster)
  raw.send({ cmd: 'disconnect' })
  await raw.closed
}

test('QoS is raised to that of the subscription where the settings say so', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { upgradesQos: true } })
  const raw = await listener(cluster)
  await tell(cluster, 't/1', 0)
  expect((await raw.next('publish')).qos).toBe(1)
})

test('no more are on their way than the window has room for', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { maxInflight: 2 } })
  await listener(cluster)
  for (const topic of ['t/1', 't/2', 't/3']) await tell(cluster, topic)
  expect(cluster.session('dev')).toMatchObject({ inflightMax: 2, inflightCount: 2, mqueueLength: 1 })
})

test('what is not acknowledged is sent again after the retry interval', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { retryInterval: 50 } })
  const raw = await listener(cluster)
  await tell(cluster, 't/1')
  const first = await raw.next('publish')
  const again = await raw.next('publish')
  expect([first.dup, again.dup]).toEqual([false, true])
  expect(again.messageId).toBe(first.messageId)
  raw.send({ cmd: 'puback', messageId: first.messageId ?? 0, reasonCode: 0 })
  await raw.ping()
  expect(cluster.session('dev')?.inflightCount).toBe(0)
})

test('QoS 2 messages whose second half is missing are counted and given up', async () => {
  let time = Date.UTC(2026, 10, 21)
  const cluster = await startCluster({ now: () => time })
  changeSettings(cluster, { mqtt: { maxAwaitingRel: 2, awaitRelTimeout: 5000 } })
  const raw = openRaw(cluster)
  await raw.connect()
  const send = (messageId: number) =>
    raw.send({ cmd: 'publish', topic: 't', payload: 'x', qos: 2, messageId, dup: false, retain: false })
  send(1)
  send(2)
  await raw.next('pubrec')
  await raw.next('pubrec')
  expect(cluster.session('raw')).toMatchObject({ awaitingRelCount: 2, awaitingRelMax: 2 })
  time += 5001
  await eventually(() => expect(cluster.session('raw')?.awaitingRelCount).toBe(0))
  for (const messageId of [3, 4, 5]) send(messageId)
  expect((await raw.next('disconnect')).reasonCode).toBe(0x93)
})

test('the queue of each priority is as long as it may be, the highest goes first', async () => {
  const cluster = await startCluster()
  const queuePriorities = new Map([
    ['t/high', 9],
    ['t/low', 1],
  ])
  await offline(cluster, { maxQueueLength: 2, queuePriorities })
  for (const topic of ['t/low', 't/plain', 't/high', 't/low', 't/high', 't/low']) await tell(cluster, topic)
  expect(queued(cluster)).toEqual([
    ['t/high', 9],
    ['t/high', 9],
    ['t/low', 1],
    ['t/low', 1],
    ['t/plain', 0],
  ])
  expect(cluster.session('dev')).toMatchObject({ mqueueMax: 2, mqueueDropped: 1 })
})

test('topics without a priority go first where the default is the highest', async () => {
  const cluster = await startCluster()
  const defaultPriority = Number.POSITIVE_INFINITY
  await offline(cluster, { queuePriorities: new Map([['t/low', 1]]), defaultPriority })
  for (const topic of ['t/low', 't/plain', 't/other']) await tell(cluster, topic)
  expect(queued(cluster).map(([topic]) => topic)).toEqual(['t/plain', 't/other', 't/low'])
})

test('QoS 0 is not kept for those who are away where the settings say so', async () => {
  const cluster = await startCluster()
  await offline(cluster, { storesQos0: false })
  await tell(cluster, 't/1', 0)
  await tell(cluster, 't/2', 1)
  expect(queued(cluster).map(([topic]) => topic)).toEqual(['t/2'])
  expect(cluster.nodes[0]?.metrics()['delivery.dropped.qos0_msg']).toBe(1)
})

test('messages that do not say when they expire do so when the settings say', async () => {
  let time = Date.UTC(2026, 10, 21)
  const cluster = await startCluster({ now: () => time })
  await offline(cluster, { messageExpiry: 60_000 })
  await tell(cluster, 't/old')
  time += 60_001
  await tell(cluster, 't/new')
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'dev', clean: false, properties: { sessionExpiryInterval: 600 } })
  expect((await raw.next('publish')).topic).toBe('t/new')
  expect(cluster.nodes[0]?.metrics()['delivery.dropped.expired']).toBe(1)
})

test('a connected client that takes too few messages is cut off, its session stays', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { maxInflight: 1 }, forceShutdown: { maxMessages: 3 } })
  const raw = await listener(cluster)
  const reasons: string[] = []
  cluster.on('disconnected', ({ reason }) => reasons.push(reason))
  for (let count = 0; count < 5; count++) await tell(cluster, 't/1')
  expect((await raw.next('disconnect')).reasonCode).toBe(0x97)
  expect(reasons).toEqual(['message_queue_too_long'])
  expect(cluster.session('dev')).toMatchObject({ isConnected: false, mqueueLength: 4 })
})

test('what queued up while a client was away does not cut it off, nor does anything where that is off', async () => {
  const cluster = await startCluster()
  await offline(cluster, { maxInflight: 1 })
  for (let count = 0; count < 9; count++) await tell(cluster, 't/1')
  changeSettings(cluster, { forceShutdown: { maxMessages: 3 } })
  const raw = await listener(cluster, false)
  await tell(cluster, 't/1')
  changeSettings(cluster, { forceShutdown: { isEnabled: false } })
  for (let count = 0; count < 9; count++) await tell(cluster, 't/1')
  await raw.ping()
  expect(cluster.session('dev')).toMatchObject({ isConnected: true, mqueueLength: 18 })
})

test('a client that does not read is cut off when too much waits for it', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { forceShutdown: { maxBytes: 200_000 } })
  const raw = await listener(cluster)
  raw.stopReading()
  const reasons: string[] = []
  cluster.on('disconnected', ({ reason }) => reasons.push(reason))
  const payload = Buffer.alloc(100_000)
  for (let count = 0; count < 6; count++) {
    await cluster.publish({ topic: 't/1', payload, qos: 0, retain: false })
  }
  await eventually(() => expect(reasons).toEqual(['proc_heap_too_large']))
})

test('priorities are there again after a restart', async () => {
  const store = memoryStore()
  const before = await startCluster({ store })
  await offline(before, { queuePriorities: new Map([['t/high', 9]]) })
  for (const topic of ['t/plain', 't/high']) await tell(before, topic)
  await before.stop()
  const after = await startCluster({ store }, (cluster) =>
    changeSettings(cluster, { mqtt: { queuePriorities: new Map([['t/high', 9]]) } }),
  )
  expect(queued(after)).toEqual([
    ['t/high', 9],
    ['t/plain', 0],
  ])
})
