import { expect, onTestFinished, test } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import type { Store } from '../../storage/store.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { Cluster } from '../node/cluster.ts'
import { createCluster } from '../node/create-cluster.ts'

const plain = { cmd: 'publish', dup: false, retain: false } as const

async function persistent(cluster: Cluster) {
  const raw = openRaw(cluster, 5, 'n2@127.0.0.1')
  const connack = await raw.connect({
    clientId: 'dev',
    username: 'u',
    clean: false,
    properties: { sessionExpiryInterval: 600 },
  })
  return { raw, connack }
}

async function subscribed(cluster: Cluster) {
  const { raw } = await persistent(cluster)
  raw.send({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [
      { topic: 't/#', qos: 2, rap: true, rh: 1 },
      { topic: '$share/g/s', qos: 1 },
    ],
  })
  await raw.next('suback')
  return raw
}

/** Creates a store whose writes reach the disk only when the test releases them. */
function slowStore() {
  const store = memoryStore()
  const waiting: (() => void)[] = []
  const later = async (write: Promise<void>) => {
    await write
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const slow: Store = {
    ...store,
    put: (kind, key, value, shared) => later(store.put(kind, key, value, shared)),
    remove: (kind, key) => later(store.remove(kind, key)),
  }
  return { slow, flush: () => waiting.splice(0).forEach((resolve) => void resolve()), waiting }
}

test('sessions, queues, windows and retained messages survive a restart', async () => {
  const store = memoryStore()
  const first = await startCluster({ store })
  const raw = await subscribed(first)
  await first.publish({
    topic: 't/sent',
    payload: Buffer.from([0, 255]),
    qos: 1,
    retain: true,
    properties: { userProperties: [['a', 'b']] },
  })
  await first.publish({ topic: 't/released', payload: Buffer.from('2'), qos: 2, retain: false })
  await raw.next('publish')
  const released = await raw.next('publish')
  raw.send({ cmd: 'pubrec', messageId: released.messageId ?? 0, reasonCode: 0 })
  await raw.next('pubrel')
  raw.send({ ...plain, topic: 'nobody', payload: '', qos: 2, messageId: 77 })
  await raw.next('pubrec')
  raw.drop()
  await eventually(() => expect(first.session('dev')?.isConnected).toBe(false))
  await first.publish({ topic: 't/queued', payload: Buffer.from('q'), qos: 1, retain: false })
  await first.publish({ topic: 's', payload: Buffer.from('shared'), qos: 1, retain: false })
  await first.stop()

  const second = await startCluster({ store })
  const session = second.session('dev')
  expect(session).toMatchObject({
    node: 'n2@127.0.0.1',
    username: 'u',
    isConnected: false,
    expiryInterval: 600,
    awaitingRelCount: 1,
  })
  expect(session?.subscriptions.get('t/#')).toMatchObject({ qos: 2, rap: 1, rh: 1, nl: 0 })
  expect(session?.mqueue().map(({ message }) => message.topic)).toEqual(['t/queued', 's'])
  expect(session?.inflight().map(({ message }) => message.topic)).toEqual(['t/sent', 't/released'])
  const kept = [...second.retained()].find(({ topic }) => topic === 't/sent')
  expect(kept).toMatchObject({ payload: Buffer.from([0, 255]), properties: { userProperties: [['a', 'b']] } })

  const { raw: again, connack } = await persistent(second)
  expect(connack.sessionPresent).toBe(true)
  expect(await again.next('publish')).toMatchObject({ topic: 't/sent', dup: true, retain: true })
  expect((await again.next('pubrel')).messageId).toBe(released.messageId)
  expect(await again.next('publish')).toMatchObject({ topic: 't/queued', dup: false })
  again.send({ ...plain, dup: true, topic: 'nobody', payload: '', qos: 2, messageId: 77 })
  expect((await again.next('pubrec')).reasonCode).toBe(0)
  expect(second.nodes[1]?.metrics()['packets.publish.inuse']).toBe(1)
})

test('what was acknowledged or ended leaves nothing behind', async () => {
  const store = memoryStore()
  const cluster = await startCluster({ store })
  const raw = await subscribed(cluster)
  raw.send({ ...plain, topic: 't/x', payload: '', qos: 2, messageId: 5 })
  const message = await raw.next('publish')
  raw.send({ cmd: 'pubrel', messageId: 5 })
  raw.send({ cmd: 'pubrec', messageId: message.messageId ?? 0, reasonCode: 0 })
  raw.send({ cmd: 'pubcomp', messageId: message.messageId ?? 0, reasonCode: 0 })
  await raw.ping()
  expect([store.all('queued').size, store.all('awaiting').size]).toEqual([0, 0])
  await cluster.publish({ topic: 't/y', payload: Buffer.from('x'), qos: 1, retain: true })
  await cluster.publish({ topic: 't/y', payload: Buffer.alloc(0), qos: 1, retain: true })
  expect([store.all('queued').size, store.all('retained').size]).toEqual([2, 0])
  cluster.kick('dev')
  expect([store.all('queued').size, store.all('session').size]).toEqual([0, 0])
})

test('what expired while the broker was away is not brought back', async () => {
  const store = memoryStore()
  let now = 1_800_000_000_000
  const first = await startCluster({ store, now: () => now })
  const raw = await subscribed(first)
  raw.send({ cmd: 'disconnect' })
  await raw.closed
  const properties = { messageExpiryInterval: 100 }
  await first.publish({ topic: 't/a', payload: Buffer.from('x'), qos: 1, retain: true, properties })
  await first.stop()
  now += 200_000
  const second = await startCluster({ store, now: () => now })
  expect(second.session('dev')?.mqueueLength).toBe(0)
  expect([...second.retained()].filter(({ isSys }) => !isSys)).toEqual([])
  await second.stop()
  now += 500_000
  const third = await startCluster({ store, now: () => now })
  expect(third.session('dev')).toBeUndefined()
  expect(['session', 'queued', 'retained'].map((kind) => store.all(kind).size)).toEqual([0, 0, 0])
})

test('a kept session that comes back without expiry is kept no longer', async () => {
  const store = memoryStore()
  const cluster = await startCluster({ store })
  const raw = await subscribed(cluster)
  raw.send({ cmd: 'disconnect' })
  await raw.closed
  await cluster.publish({ topic: 't/a', payload: Buffer.from('x'), qos: 1, retain: false })
  const again = openRaw(cluster)
  expect((await again.connect({ clientId: 'dev', clean: false })).sessionPresent).toBe(true)
  expect((await again.next('publish')).topic).toBe('t/a')
  expect([store.all('session').size, store.all('queued').size]).toEqual([0, 0])
})

test('a record that cannot be read stops the start and stays', async () => {
  const store = memoryStore()
  await store.put('retained', 'a', { nonsense: true })
  const cluster = createCluster({ name: 'c', nodeNames: ['n'], store, listen: false })
  onTestFinished(() => cluster.stop())
  await expect(cluster.start()).rejects.toThrow('stored retained record "a" cannot be read')
  expect(store.all('retained').size).toBe(1)
})

test('nothing is acknowledged before it is on disk, and QoS 0 does not wait', async () => {
  const { slow, flush, waiting } = slowStore()
  const cluster = await startCluster({ store: slow })
  onTestFinished(() => {
    const timer = setInterval(flush, 5)
    onTestFinished(() => clearInterval(timer))
  })
  const publisher = openRaw(cluster)
  await publisher.connect({ clientId: 'pub' })
  const raw = openRaw(cluster)
  const connected = raw.connect({ clientId: 'dev', clean: false, properties: { sessionExpiryInterval: 600 } })
  await eventually(() => expect(waiting.length).toBe(1))
  expect(raw.received).toEqual([])
  flush()
  await connected
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] })
  await eventually(() => expect(waiting.length).toBe(1))
  await raw.ping()
  expect(raw.received).toEqual([])
  flush()
  await raw.next('suback')

  publisher.send({ ...plain, topic: 't', payload: '1', qos: 1, messageId: 1 })
  publisher.send({ ...plain, topic: 'nobody', payload: '2', qos: 1, messageId: 2 })
  publisher.send({ ...plain, topic: 't', payload: '0', qos: 0 })
  await publisher.ping()
  expect(publisher.received).toEqual([])
  const texts = [await raw.next('publish'), await raw.next('publish')].map(({ payload }) => String(payload))
  expect(texts).toEqual(['1', '0'])
  flush()
  expect([(await publisher.next('puback')).messageId, (await publisher.next('puback')).messageId]).toEqual([
    1, 2,
  ])
})

test('a store that fails ends the connection instead of acknowledging', async () => {
  const store: Store = { ...memoryStore(), put: () => Promise.reject(new Error('disk full')) }
  const cluster = await startCluster({ store })
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ ...plain, topic: 't', payload: 'x', qos: 1, messageId: 1, retain: true })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x83)
  expect(raw.received).toEqual([])
})
