import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'

const plain = { cmd: 'publish', dup: false, retain: false } as const

test.each([
  [0, 2, 0],
  [1, 2, 1],
  [2, 2, 2],
  [2, 1, 1],
  [1, 0, 0],
] as const)(
  'a message of QoS %i to a subscription of QoS %i arrives with QoS %i',
  async (sent, granted, arrives) => {
    const cluster = await startCluster()
    const [subscriber, publisher] = [openRaw(cluster, 5, 'n2@127.0.0.1'), openRaw(cluster, 4)]
    await subscriber.connect({ clientId: 'sub' })
    await publisher.connect({ clientId: 'pub' })
    subscriber.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't/+', qos: granted }] })
    expect((await subscriber.next('suback')).granted).toEqual([granted])
    publisher.send({ ...plain, topic: 't/1', payload: 'x', qos: sent, ...(sent > 0 && { messageId: 9 }) })
    if (sent === 1) await publisher.next('puback')
    if (sent === 2) {
      await publisher.next('pubrec')
      publisher.send({ cmd: 'pubrel', messageId: 9 })
      await publisher.next('pubcomp')
    }
    const message = await subscriber.next('publish')
    expect(message).toMatchObject({ topic: 't/1', qos: arrives, dup: false, retain: false })
    const session = cluster.session('sub')
    expect(session?.inflightCount).toBe(arrives === 0 ? 0 : 1)
    const messageId = message.messageId ?? 0
    if (arrives === 1) subscriber.send({ cmd: 'puback', messageId, reasonCode: 0 })
    if (arrives === 2) {
      subscriber.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
      expect((await subscriber.next('pubrel')).messageId).toBe(messageId)
      subscriber.send({ cmd: 'pubcomp', messageId, reasonCode: 0 })
    }
    await subscriber.ping()
    expect(session?.inflightCount).toBe(0)
    expect(cluster.nodes[1]?.metrics()['messages.acked']).toBe(arrives === 0 ? 0 : 1)
    expect(session?.counters).toMatchObject({ sendMsg: 1, [`sendMsgQos${arrives}`]: 1 })
  },
)

test.each([
  [1, 'puback'],
  [2, 'pubrec'],
] as const)('QoS %i without a subscriber is answered 0x10', async (qos, answer) => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ ...plain, topic: 'nobody', payload: 'x', qos, messageId: 3 })
  expect(await raw.next(answer)).toMatchObject({ messageId: 3, reasonCode: 0x10 })
  expect(cluster.nodes[0]?.metrics()).toMatchObject({
    'messages.dropped': 1,
    'messages.dropped.no_subscribers': 1,
    [`messages.qos${qos}.received`]: 1,
  })
})

test('a repeated QoS 2 message is delivered once', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  const seen: string[] = []
  cluster.on('published', ({ message }) => {
    if (!message.isSys) seen.push(message.topic)
  })
  raw.send({ ...plain, topic: 'a', payload: 'x', qos: 2, messageId: 7 })
  await raw.next('pubrec')
  raw.send({ ...plain, dup: true, topic: 'a', payload: 'x', qos: 2, messageId: 7 })
  expect((await raw.next('pubrec')).reasonCode).toBe(0)
  raw.send({ ...plain, topic: 'b', payload: 'x', qos: 2, messageId: 7 })
  expect((await raw.next('pubrec')).reasonCode).toBe(0x91)
  raw.send({ cmd: 'pubrel', messageId: 7 })
  expect((await raw.next('pubcomp')).reasonCode).toBe(0)
  raw.send({ cmd: 'pubrel', messageId: 7 })
  expect((await raw.next('pubcomp')).reasonCode).toBe(0x92)
  expect(seen).toEqual(['a'])
  expect(cluster.nodes[0]?.metrics()).toMatchObject({
    'packets.publish.inuse': 2,
    'packets.pubrel.missed': 1,
  })
})

test('more than 100 unreleased QoS 2 messages disconnect with 0x93', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  for (let messageId = 1; messageId <= 100; messageId++)
    raw.send({ ...plain, topic: 'a', payload: '', qos: 2, messageId })
  await eventually(() => expect(cluster.session('raw')?.awaitingRelCount).toBe(100))
  raw.send({ ...plain, topic: 'a', payload: '', qos: 2, messageId: 101 })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x93)
})

test('topic aliases stand for the topic last given', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] })
  raw.send({ ...plain, topic: 'one', payload: '1', qos: 0, properties: { topicAlias: 5 } })
  raw.send({ ...plain, topic: '', payload: '2', qos: 0, properties: { topicAlias: 5 } })
  expect(await raw.next('publish')).toMatchObject({ topic: 'one' })
  const second = await raw.next('publish')
  expect(second).toMatchObject({ topic: 'one', payload: Buffer.from('2') })
  expect(second.properties?.topicAlias).toBeUndefined()
  raw.send({ ...plain, topic: '', payload: '3', qos: 0, properties: { topicAlias: 6 } })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x82)
})

test.each([
  ['a wildcard', 'a/+', undefined, 0x90],
  ['alias 0', 'a', 0, 0x94],
  ['no topic at all', '', undefined, 0x82],
])('a topic with %s disconnects', async (_, topic, topicAlias, reasonCode) => {
  const raw = openRaw(await startCluster())
  await raw.connect()
  raw.send({
    ...plain,
    topic,
    payload: '',
    qos: 0,
    ...(topicAlias !== undefined && { properties: { topicAlias } }),
  })
  expect((await raw.next('disconnect')).reasonCode).toBe(reasonCode)
  await raw.closed
})

test('all properties of a message reach the subscriber, its expiry shortened', async () => {
  let now = Date.now()
  const cluster = await startCluster({ now: () => now })
  const [subscriber, publisher] = [openRaw(cluster), openRaw(cluster)]
  await subscriber.connect({ clientId: 'sub', clean: false, properties: { sessionExpiryInterval: 600 } })
  subscriber.send({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: 't', qos: 1 }],
    properties: { subscriptionIdentifier: 42 },
  })
  await subscriber.next('suback')
  subscriber.send({ cmd: 'disconnect' })
  await subscriber.closed
  await publisher.connect({ clientId: 'pub' })
  const properties = {
    payloadFormatIndicator: true,
    messageExpiryInterval: 100,
    contentType: 'text/plain',
    responseTopic: 'answer',
    correlationData: Buffer.from([0, 1, 255]),
    userProperties: { a: ['1', '2'], b: '3' },
  }
  publisher.send({ ...plain, topic: 't', payload: 'x', qos: 1, messageId: 1, properties })
  await publisher.next('puback')
  publisher.send({
    ...plain,
    topic: 't',
    payload: 'short',
    qos: 1,
    messageId: 2,
    properties: { messageExpiryInterval: 5 },
  })
  await publisher.next('puback')
  expect(cluster.session('sub')?.mqueueLength).toBe(2)
  now += 30_000
  const again = openRaw(cluster)
  expect((await again.connect({ clientId: 'sub', clean: false })).sessionPresent).toBe(true)
  const message = await again.next('publish')
  const { userProperties, ...rest } = message.properties ?? {}
  expect({ ...userProperties }).toEqual({ a: ['1', '2'], b: '3' })
  expect(rest).toEqual({
    payloadFormatIndicator: true,
    messageExpiryInterval: 70,
    contentType: 'text/plain',
    responseTopic: 'answer',
    correlationData: Buffer.from([0, 1, 255]),
    subscriptionIdentifier: 42,
  })
  await again.ping()
  expect(again.received).toEqual([])
  expect(cluster.nodes[0]?.metrics()['delivery.dropped.expired']).toBe(1)
  expect(cluster.session('sub')?.counters.sendMsgDroppedExpired).toBe(1)
})

test("a message beyond the client's maximum packet size is dropped", async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect({ properties: { maximumPacketSize: 100 } })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] })
  await raw.next('suback')
  await cluster.publish({ topic: 't', payload: Buffer.alloc(50), qos: 1, retain: false })
  for (const qos of [0, 1] as const) {
    await cluster.publish({ topic: 't', payload: Buffer.alloc(200), qos, retain: false })
  }
  expect((await raw.next('publish')).payload).toEqual(Buffer.alloc(50))
  await raw.ping()
  expect(raw.received.filter(({ cmd }) => cmd === 'publish')).toEqual([])
  expect(cluster.session('raw')).toMatchObject({
    inflightCount: 1,
    counters: { sendMsgDropped: 2, sendMsgDroppedTooLarge: 2 },
  })
})

test('a packet of more than 1 MiB disconnects with 0x95', async () => {
  const raw = openRaw(await startCluster())
  await raw.connect()
  raw.send({ ...plain, topic: 't', payload: Buffer.alloc(1_048_576), qos: 0 })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x95)
})

test('the API learns what it published and whom it reached', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 0 }] })
  await raw.next('suback')
  const published = await cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 0, retain: false })
  expect(published).toMatchObject({
    receivers: 1,
    message: {
      topic: 't',
      fromClientid: 'http_api',
      fromUsername: '',
      id: expect.stringMatching(/^[0-9A-F]{32}$/),
    },
  })
  await expect(
    cluster.publish({ topic: 'a/#', payload: Buffer.alloc(0), qos: 0, retain: false }),
  ).rejects.toThrow('not a topic name')
})

test('an identifier whose PUBREL never comes is given up after five minutes', async () => {
  let now = 1_800_000_000_000
  const cluster = await startCluster({ now: () => now })
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ ...plain, topic: 'a', payload: '', qos: 2, messageId: 1 })
  await raw.next('pubrec')
  now += 301_000
  await eventually(() => expect(cluster.session('raw')?.awaitingRelCount).toBe(0))
  expect(cluster.session('raw')?.counters.recvMsgDroppedAwaitPubrelTimeout).toBe(1)
  expect(cluster.nodes[0]?.metrics()['messages.dropped.await_pubrel_timeout']).toBe(1)
})

test('what cannot be written as a packet is not published', async () => {
  const cluster = await startCluster()
  const publish = (properties: object, topic = 't') =>
    cluster.publish({ topic, payload: Buffer.alloc(0), qos: 0, retain: false, properties })
  const long = 'x'.repeat(65_536)
  await expect(publish({ userProperties: [['a', long]] })).rejects.toThrow('longer than 65535 bytes')
  await expect(publish({ messageExpiryInterval: -1 })).rejects.toThrow('not an expiry interval')
  await expect(publish({}, long)).rejects.toThrow('not a topic name')
})
