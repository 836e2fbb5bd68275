import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { Cluster, QoS } from '../node/cluster.ts'

const tell = (cluster: Cluster, text: string, qos: QoS = 1) =>
  cluster.publish({ topic: 't', payload: Buffer.from(text), qos, retain: false })

async function offline(cluster: Cluster, version: 4 | 5 = 5) {
  const raw = openRaw(cluster, version)
  await raw.connect({
    clientId: 'dev',
    clean: false,
    ...(version === 5 && { properties: { sessionExpiryInterval: 600 } }),
  })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 2 }] })
  await raw.next('suback')
  raw.send({ cmd: 'disconnect' })
  await raw.closed
}

test.each([4, 5] as const)(
  'version %i: an offline session queues all QoS and delivers in order',
  async (version) => {
    const cluster = await startCluster()
    await offline(cluster, version)
    const session = cluster.session('dev')
    expect(session).toMatchObject({
      isConnected: false,
      expiryInterval: version === 5 ? 600 : 7200,
      disconnectedAt: expect.any(Number),
    })
    for (const qos of [0, 1, 2] as const) await tell(cluster, `m${qos}`, qos)
    const queue = session?.mqueue() ?? []
    expect(queue.map(({ message }) => [String(message.payload), message.qos])).toEqual([
      ['m0', 0],
      ['m1', 1],
      ['m2', 2],
    ])
    expect(new Set(queue.map(({ insertedAt }) => insertedAt)).size).toBe(3)
    expect(queue.every(({ insertedAt }) => /^\d{19}$/.test(insertedAt))).toBe(true)
    const raw = openRaw(cluster, version, 'n2@127.0.0.1')
    expect((await raw.connect({ clientId: 'dev', clean: false })).sessionPresent).toBe(true)
    for (const text of ['m0', 'm1', 'm2']) expect(String((await raw.next('publish')).payload)).toBe(text)
    expect(cluster.session('dev')).toMatchObject({ node: 'n2@127.0.0.1', mqueueLength: 0, inflightCount: 2 })
    expect([...cluster.routes()]).toEqual([{ topic: 't', node: 'n2@127.0.0.1' }])
    expect(cluster.nodes.map((node) => node.stats()['sessions.count'])).toEqual([0, 1])
    expect(cluster.nodes[1]?.metrics()['session.resumed']).toBe(1)
  },
)

test('a full queue loses its oldest', async () => {
  const cluster = await startCluster()
  await offline(cluster)
  const dropped: string[] = []
  cluster.on('dropped', ({ message, reason, clientid }) =>
    dropped.push(`${message.payload} ${reason} ${clientid}`),
  )
  for (let index = 0; index < 1002; index++) await tell(cluster, String(index))
  expect(cluster.session('dev')).toMatchObject({
    mqueueLength: 1000,
    mqueueDropped: 2,
    counters: { sendMsgDroppedQueueFull: 2 },
  })
  expect(dropped).toEqual(['0 queue_full dev', '1 queue_full dev'])
  expect(cluster.nodes[0]?.metrics()).toMatchObject({
    'delivery.dropped': 2,
    'delivery.dropped.queue_full': 2,
  })
})

test("the client's receive maximum bounds what is in flight", async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect({ properties: { receiveMaximum: 2 } })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] })
  await raw.next('suback')
  for (const text of ['a', 'b', 'c', 'd']) await tell(cluster, text)
  await tell(cluster, 'fast', 0)
  const first = await raw.next('publish')
  await raw.ping()
  expect(raw.received.map((packet) => packet.cmd === 'publish' && String(packet.payload))).toEqual([
    'b',
    'fast',
  ])
  expect(cluster.session('raw')).toMatchObject({ inflightMax: 2, inflightCount: 2, mqueueLength: 2 })
  expect(
    cluster
      .session('raw')
      ?.inflight()
      .map(({ message, packetId }) => [String(message.payload), packetId]),
  ).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  raw.send({ cmd: 'puback', messageId: first.messageId ?? 0, reasonCode: 0 })
  await raw.ping()
  expect(cluster.session('raw')).toMatchObject({ inflightCount: 2, mqueueLength: 1 })
})

test('what was sent and not acknowledged is repeated after a reconnect, released QoS 2 as PUBREL', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster, 4)
  await raw.connect({ clientId: 'dev', clean: false })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 2 }] })
  await raw.next('suback')
  await tell(cluster, 'one', 1)
  await tell(cluster, 'two', 2)
  const [one, two] = [await raw.next('publish'), await raw.next('publish')]
  raw.send({ cmd: 'pubrec', messageId: two.messageId ?? 0 })
  await raw.next('pubrel')
  raw.drop()
  await eventually(() => expect(cluster.session('dev')?.isConnected).toBe(false))
  const again = openRaw(cluster, 4)
  await again.connect({ clientId: 'dev', clean: false })
  expect(await again.next('publish')).toMatchObject({
    messageId: one.messageId,
    dup: true,
    payload: Buffer.from('one'),
  })
  expect((await again.next('pubrel')).messageId).toBe(two.messageId)
  again.send({ cmd: 'pubcomp', messageId: two.messageId ?? 0 })
  again.send({ cmd: 'puback', messageId: one.messageId ?? 0 })
  await again.ping()
  expect(cluster.session('dev')?.inflightCount).toBe(0)
})

test('a second connection takes the session over and the first is told 0x8E', async () => {
  const cluster = await startCluster()
  const first = openRaw(cluster)
  await first.connect({ clientId: 'dev', clean: false, properties: { sessionExpiryInterval: 60 } })
  first.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] })
  await first.next('suback')
  const second = openRaw(cluster, 5, 'n2@127.0.0.1')
  const connack = await second.connect({
    clientId: 'dev',
    clean: false,
    properties: { sessionExpiryInterval: 60 },
  })
  expect(connack.sessionPresent).toBe(true)
  expect((await first.next('disconnect')).reasonCode).toBe(0x8e)
  await first.closed
  expect(cluster.session('dev')).toMatchObject({ isConnected: true, node: 'n2@127.0.0.1' })
  expect(cluster.nodes[0]?.metrics()['session.takenover']).toBe(1)
  await tell(cluster, 'x')
  expect(String((await second.next('publish')).payload)).toBe('x')
})

test('a clean start discards what was there', async () => {
  const cluster = await startCluster()
  await offline(cluster)
  await tell(cluster, 'lost')
  const raw = openRaw(cluster)
  expect((await raw.connect({ clientId: 'dev', clean: true })).sessionPresent).toBe(false)
  expect(cluster.session('dev')).toMatchObject({ mqueueLength: 0, subscriptions: new Map() })
  expect(cluster.nodes[0]?.metrics()['session.discarded']).toBe(1)
  expect([...cluster.routes()]).toEqual([])
})

test('a session without expiry ends with its connection, one with expiry in its time', async () => {
  let now = 1_800_000_000_000
  const cluster = await startCluster({ now: () => now })
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'short' })
  raw.send({ cmd: 'disconnect' })
  await raw.closed
  expect(cluster.session('short')).toBeUndefined()
  await offline(cluster)
  now += 599_000
  const other = openRaw(cluster)
  await other.connect()
  expect(cluster.session('dev')).toBeDefined()
  now += 2000
  await eventually(() => expect(cluster.session('dev')).toBeUndefined())
  expect(cluster.nodes[0]?.stats()).toMatchObject({
    'sessions.count': 1,
    'sessions.max': 2,
    'subscriptions.count': 0,
    'topics.max': 1,
  })
})

test('DISCONNECT may change the expiry, but not bring a session back to life', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'dev', properties: { sessionExpiryInterval: 60 } })
  raw.send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 0xffffffff } })
  await raw.closed
  expect(cluster.session('dev')?.expiryInterval).toBe(0xffffffff)
  const other = openRaw(cluster)
  await other.connect({ clientId: 'other' })
  other.send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 10 } })
  expect((await other.next('disconnect')).reasonCode).toBe(0x82)
})

test('a stopped node forgets its sessions and counters and serves again after its start', async () => {
  const cluster = await startCluster()
  await offline(cluster)
  const [here, there] = [openRaw(cluster), openRaw(cluster, 5, 'n2@127.0.0.1')]
  await here.connect({ clientId: 'here' })
  await there.connect({ clientId: 'there' })
  const events: string[] = []
  cluster.on('node-stopped', ({ node }) => events.push(`stopped ${node}`))
  cluster.on('node-started', ({ node }) => events.push(`started ${node}`))
  const [node] = cluster.nodes
  await node?.stop()
  await here.closed
  expect([...cluster.sessions()].map(({ clientid }) => clientid)).toEqual(['there'])
  expect(node?.isRunning).toBe(false)
  expect([...cluster.routes()]).toEqual([])
  await node?.start()
  expect(events).toEqual(['stopped n1@127.0.0.1', 'started n1@127.0.0.1'])
  expect(node?.metrics()['client.connect']).toBe(0)
  expect(node?.stats()).toMatchObject({ 'sessions.count': 0, 'cluster_sessions.count': 1 })
  const again = openRaw(cluster)
  expect((await again.connect({ clientId: 'dev', clean: false })).sessionPresent).toBe(false)
})
