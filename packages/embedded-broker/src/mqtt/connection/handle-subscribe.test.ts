import { expect, test } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw, type RawClient } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { Cluster } from '../node/cluster.ts'

const keep = (cluster: Cluster, topic: string, text: string) =>
  cluster.publish({ topic, payload: Buffer.from(text), qos: 1, retain: true })

async function subscribe(
  raw: RawClient,
  topic: string,
  options: { nl?: boolean; rap?: boolean; rh?: number } = {},
) {
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 2, ...options }] })
  return (await raw.next('suback')).granted
}

async function textsAfterPing(raw: RawClient): Promise<string[]> {
  await raw.ping()
  return raw.received.flatMap((packet) => (packet.cmd === 'publish' ? [String(packet.payload)] : []))
}

test('invalid filters are refused one by one', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [
      { topic: 'a/#/b', qos: 0 },
      { topic: 'ok', qos: 1 },
      { topic: '$share/g', qos: 1 },
    ],
  })
  expect((await raw.next('suback')).granted).toEqual([0x8f, 1, 0x8f])
  expect([...(cluster.session('raw')?.subscriptions.keys() ?? [])]).toEqual(['ok'])
  const old = openRaw(cluster, 4)
  await old.connect({ clientId: 'old' })
  expect(await subscribe(old, 'a/#/b')).toEqual([0x80])
})

test('no-local on a shared subscription is a protocol error', async () => {
  const raw = openRaw(await startCluster())
  await raw.connect()
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '$share/g/a', qos: 0, nl: true }] })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x82)
})

test('UNSUBSCRIBE says what was there', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  await subscribe(raw, 'a')
  raw.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['a', 'b'] })
  expect((await raw.next('unsuback')).granted).toEqual([0, 0x11])
  expect([...cluster.routes()]).toEqual([])
})

test('no-local keeps own messages away, others come', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  await subscribe(raw, 't', { nl: true })
  raw.send({ cmd: 'publish', topic: 't', payload: 'own', qos: 0, dup: false, retain: false })
  await raw.ping()
  await cluster.publish({ topic: 't', payload: Buffer.from('other'), qos: 0, retain: false })
  expect(await textsAfterPing(raw)).toEqual(['other'])
  expect(cluster.nodes[0]?.metrics()['delivery.dropped.no_local']).toBe(1)
})

test.each([
  [false, false],
  [true, true],
])('retain as published %s: a living message has retain %s', async (rap, expected) => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  await subscribe(raw, 't', { rap })
  await keep(cluster, 't', 'x')
  expect((await raw.next('publish')).retain).toBe(expected)
})

test('retained messages come after SUBACK, marked, and as retain handling says', async () => {
  const cluster = await startCluster()
  await keep(cluster, 'r/1', 'one')
  await keep(cluster, 'r/2', 'gone')
  await keep(cluster, 'r/2', '')
  await keep(cluster, '$hidden', 'secret')
  const raw = openRaw(cluster)
  await raw.connect()
  expect(await subscribe(raw, '#', { rh: 0 })).toEqual([2])
  const first = await raw.next('publish')
  expect(first).toMatchObject({ topic: 'r/1', retain: true, qos: 1 })
  await subscribe(raw, '#', { rh: 0 })
  expect(await raw.next('publish')).toMatchObject({ topic: 'r/1' })
  await subscribe(raw, '#', { rh: 1 })
  await subscribe(raw, 'r/+', { rh: 2 })
  await subscribe(raw, '$share/g/r/+')
  expect(await textsAfterPing(raw)).toEqual([])
  await subscribe(raw, 'r/#', { rh: 1 })
  expect(await textsAfterPing(raw)).toEqual(['one'])
  expect([...cluster.retained()].filter(({ isSys }) => !isSys).map(({ topic }) => topic)).toEqual([
    'r/1',
    '$hidden',
  ])
})

test('wildcards in first place do not see $SYS', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  await subscribe(raw, '#')
  await subscribe(raw, '+/brokers')
  expect(await textsAfterPing(raw)).toEqual([])
  await subscribe(raw, '$SYS/brokers')
  expect(await textsAfterPing(raw)).toEqual(['n1@127.0.0.1,n2@127.0.0.1'])
})

test('a client with two matching filters gets the message for each, with its identifier', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  for (const [topic, subscriptionIdentifier] of [
    ['t/#', 1],
    ['t/+', 2],
  ] as const) {
    raw.send({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic, qos: 0 }],
      properties: { subscriptionIdentifier },
    })
    await raw.next('suback')
  }
  await cluster.publish({ topic: 't/x', payload: Buffer.alloc(0), qos: 0, retain: false })
  const ids = [await raw.next('publish'), await raw.next('publish')].map(
    (packet) => packet.properties?.subscriptionIdentifier,
  )
  expect(ids.sort()).toEqual([1, 2])
})

test('a shared subscription spreads messages over members on all nodes and skips offline ones', async () => {
  const cluster = await startCluster()
  const got = new Map<string, number>()
  const members = await Promise.all(
    ['n1@127.0.0.1', 'n2@127.0.0.1'].map(async (node, index) => {
      const client = await connectClient(cluster, {
        node,
        clientId: `worker${index}`,
        clean: false,
        properties: { sessionExpiryInterval: 60 },
      })
      await client.subscribeAsync(index === 0 ? '$share/g/jobs/+' : '$share/g/jobs/+', { qos: 1 })
      client.on('message', () => got.set(`worker${index}`, (got.get(`worker${index}`) ?? 0) + 1))
      return client
    }),
  )
  expect([...cluster.routes()].map(({ topic, node }) => [topic, node])).toEqual([
    ['$share/g/jobs/+', 'n1@127.0.0.1'],
    ['$share/g/jobs/+', 'n2@127.0.0.1'],
  ])
  const give = async (count: number) => {
    for (let index = 0; index < count; index++) {
      await cluster.publish({ topic: `jobs/${index}`, payload: Buffer.from('x'), qos: 1, retain: false })
    }
  }
  await give(10)
  await eventually(() =>
    expect([...got].sort()).toEqual([
      ['worker0', 5],
      ['worker1', 5],
    ]),
  )
  expect(cluster.nodes[0]?.stats()['subscriptions.shared.count']).toBe(2)
  await members[1]?.endAsync()
  await give(4)
  await eventually(() => expect(got.get('worker0')).toBe(9))
  await members[0]?.endAsync()
  await give(4)
  expect([...cluster.sessions()].reduce((sum, session) => sum + session.mqueueLength, 0)).toBe(4)
})

test('what a member of a group had not acknowledged goes to another when its session ends', async () => {
  const cluster = await startCluster()
  const [first, second] = [openRaw(cluster), openRaw(cluster, 5, 'n2@127.0.0.1')]
  await first.connect({ clientId: 'first' })
  await second.connect({ clientId: 'second' })
  await subscribe(first, '$queue/q')
  await cluster.publish({ topic: 'q', payload: Buffer.from('work'), qos: 1, retain: false })
  expect(String((await first.next('publish')).payload)).toBe('work')
  await subscribe(second, '$queue/q')
  first.drop()
  expect(String((await second.next('publish')).payload)).toBe('work')
  expect([...cluster.routes()]).toEqual([{ topic: '$queue/q', node: 'n2@127.0.0.1' }])
})

test('the API subscribes and unsubscribes living and offline clients', async () => {
  const cluster = await startCluster()
  await keep(cluster, 'r', 'kept')
  const raw = openRaw(cluster)
  await raw.connect({ clean: false, properties: { sessionExpiryInterval: 60 } })
  const options = { qos: 1, nl: 0, rap: 0, rh: 0 } as const
  expect(cluster.subscribe('raw', 'r', options)).toBe('ok')
  expect(String((await raw.next('publish')).payload)).toBe('kept')
  raw.send({ cmd: 'disconnect' })
  await raw.closed
  expect(cluster.subscribe('raw', '$share/g/later', options)).toBe('ok')
  await cluster.publish({ topic: 'later', payload: Buffer.from('x'), qos: 1, retain: false })
  expect(
    cluster
      .session('raw')
      ?.mqueue()
      .map(({ message }) => message.topic),
  ).toEqual(['later'])
  expect(cluster.unsubscribe('raw', '$share/g/later')).toBe('ok')
  expect([...(cluster.session('raw')?.subscriptions.keys() ?? [])]).toEqual(['r'])
  expect(cluster.subscribe('nobody', 'r', options)).toBe('no-such-client')
  expect(cluster.unsubscribe('nobody', 'r')).toBe('no-such-client')
  for (const odd of ['', 'a/#/b', '$share/g']) expect(cluster.subscribe('raw', odd, options)).toBe('ok')
})
