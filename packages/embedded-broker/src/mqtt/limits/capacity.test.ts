import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

const mebibyte = 1_048_576

async function newDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-capacity-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

type Broker = Awaited<ReturnType<typeof createTestBroker>>

const plain = { cmd: 'publish', dup: false, retain: false } as const

/** Creates disconnected sessions with a subscription to everything below `t/`. */
async function sessionsAway({ context: { cluster } }: Broker, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const raw = openRaw(cluster)
    await raw.connect({ clientId: `away-${n}`, properties: { sessionExpiryInterval: 3600 } })
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't/#', qos: 1 }] })
    await raw.next('suback')
    raw.drop()
    await eventually(() => expect(cluster.session(`away-${n}`)?.isConnected).toBe(false))
  }
}

async function publish({ context: { cluster } }: Broker, count: number, size: number): Promise<void> {
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'publisher' })
  for (let n = 0; n < count; n += 1) {
    raw.send({ ...plain, topic: `t/${n}`, payload: Buffer.alloc(size, `${n} `), qos: 1, messageId: n + 1 })
    expect((await raw.next('puback')).reasonCode).toBe(0)
  }
  raw.drop()
}

const waiting = ({ context }: Broker, clientid: string) =>
  (context.cluster.session(clientid)?.mqueue() ?? []).map(({ message }) => message)

const activeAlarms = ({ context }: Broker) => context.alarms.active().map(({ name }) => name)

test('a message that many sessions wait for is kept once, in memory, on disk and after a restart', async () => {
  const dataDir = await newDir()
  const first = await createTestBroker({ dataDir })
  await sessionsAway(first, 10)
  await publish(first, 30, 100_000)
  expect((await stat(join(dataDir, 'state.journal'))).size).toBeLessThan(3.5 * mebibyte)
  expect(first.context.cluster.capacity.messageBytes).toBeLessThan(3.2 * mebibyte)
  const sent = waiting(first, 'away-9').map(({ topic, payload }) => [topic, payload.toString()])
  expect(sent.length).toBe(30)
  await first.close()
  const again = await createTestBroker({ dataDir })
  onTestFinished(() => again.close())
  for (let n = 0; n < 10; n += 1) {
    const kept = waiting(again, `away-${n}`)
    expect(kept.map(({ topic, payload }) => [topic, payload.toString()])).toEqual(sent)
    expect(kept.every(({ payload }, at) => payload === waiting(again, 'away-0')[at]?.payload)).toBe(true)
  }
  expect(again.context.cluster.capacity.messageBytes).toBeLessThan(3.2 * mebibyte)
})

test('the oldest messages of a session go when its bytes are too many, counted and with an alarm', async () => {
  const dataDir = await newDir()
  const clock = manualClock()
  const broker = await createTestBroker({ dataDir, clock, capacity: { sessionBytes: mebibyte } })
  onTestFinished(() => broker.close())
  await sessionsAway(broker, 2)
  await publish(broker, 15, 100_000)
  const topics = waiting(broker, 'away-1').map(({ topic }) => topic)
  expect(topics).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((n) => `t/${n}`))
  expect(broker.context.cluster.session('away-1')?.mqueueDropped).toBe(5)
  const [node] = broker.context.cluster.nodes
  expect(node?.metrics()).toMatchObject({
    'delivery.dropped': 10,
    'delivery.dropped.queue_full': 10,
  })
  expect(activeAlarms(broker)).toEqual(['message_queue_bytes_limit'])
  expect(broker.context.alarms.active()[0]).toMatchObject({
    message: expect.stringContaining('1 MB'),
    details: { clientid: 'away-0', limit: mebibyte },
  })
  clock.advance(20_000)
  expect(activeAlarms(broker)).toEqual([])
  for (const { clientid } of [...broker.context.cluster.sessions()]) broker.context.cluster.kick(clientid)
  expect(broker.context.cluster.capacity.messageBytes).toBe(0)
})

test('what all sessions, retained and delayed messages keep together is bounded', async () => {
  const broker = await createTestBroker({ capacity: { messageBytes: mebibyte } })
  onTestFinished(() => broker.close())
  const { cluster } = broker.context
  await sessionsAway(broker, 2)
  await publish(broker, 15, 100_000)
  expect(waiting(broker, 'away-0').map(({ topic }) => topic)).toEqual(
    Array.from({ length: 10 }, (_, n) => `t/${n}`),
  )
  expect(activeAlarms(broker)).toEqual(['stored_message_bytes_limit'])
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'publisher' })
  const large = { ...plain, payload: Buffer.alloc(100_000), qos: 1 } as const
  raw.send({ ...large, topic: 'kept', retain: true, messageId: 1 })
  raw.send({ ...large, topic: '$delayed/60/later', messageId: 2 })
  await raw.next('puback')
  await raw.next('puback')
  expect(cluster.retained('kept')).toEqual([])
  expect(cluster.delayed.all()).toEqual([])
  // A connected client receives every message.
  const online = openRaw(cluster)
  await online.connect({ clientId: 'online' })
  online.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'kept', qos: 1 }] })
  await online.next('suback')
  raw.send({ ...large, topic: 'kept', messageId: 3 })
  expect((await online.next('publish')).payload.length).toBe(100_000)
})

const filters = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ topic: `s/${from + n}`, qos: 0 }) as const)

test('a broker has no more subscriptions than it may, and says which it refused', async () => {
  const broker = await createTestBroker({ capacity: { subscriptions: 1200 } })
  onTestFinished(() => broker.close())
  const raw = openRaw(broker.context.cluster)
  await raw.connect()
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: filters(1500) })
  const { granted } = await raw.next('suback')
  expect(granted).toEqual([...Array(1200).fill(0), ...Array(300).fill(0x97)])
  expect(broker.context.cluster.capacity.subscriptions).toBe(1200)
  expect(broker.context.cluster.nodes[0]?.metrics()['packets.subscribe.error']).toBe(300)
  expect(activeAlarms(broker)).toEqual(['subscriptions_limit'])
  raw.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: filters(1500).map(({ topic }) => topic) })
  expect((await raw.next('unsuback')).granted).toEqual([...Array(1200).fill(0), ...Array(300).fill(0x11)])
  raw.send({ cmd: 'subscribe', messageId: 3, subscriptions: filters(2, 7000) })
  expect((await raw.next('suback')).granted).toEqual([0, 0])
  const old = openRaw(broker.context.cluster, 4)
  await old.connect({ clientId: 'old' })
  old.send({ cmd: 'subscribe', messageId: 1, subscriptions: filters(1300) })
  expect((await old.next('suback')).granted.slice(1196, 1200)).toEqual([0, 0, 0x80, 0x80])
})

test('an alarm that was deactivated by hand comes back with whoever came to the limit last', async () => {
  const clock = manualClock()
  const broker = await createTestBroker({ clock, capacity: { subscriptions: 10 } })
  onTestFinished(() => broker.close())
  const named = () => broker.context.alarms.active().map(({ details }) => details['clientid'])
  for (const clientId of ['first', 'last']) {
    const raw = openRaw(broker.context.cluster)
    await raw.connect({ clientId })
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: filters(11) })
    await raw.next('suback')
  }
  expect(named()).toEqual(['first'])
  await broker.ask('POST', '/alarms/force_deactivate', { name: 'subscriptions_limit' })
  expect(named()).toEqual([])
  clock.advance(10_000)
  expect(named()).toEqual(['last'])
  clock.advance(10_000)
  expect(named()).toEqual([])
})

test('deep filters count for the memory that they take', async () => {
  const broker = await createTestBroker({ capacity: { subscriptionBytes: mebibyte } })
  onTestFinished(() => broker.close())
  const raw = openRaw(broker.context.cluster)
  await raw.connect()
  const deep = filters(100).map(({ topic, qos }) => ({ topic: `${topic}${'/a'.repeat(120)}`, qos }))
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: deep })
  const { granted } = await raw.next('suback')
  expect(granted.filter((code) => code === 0).length).toBeLessThan(50)
  expect(granted.at(-1)).toBe(0x97)
})

test('others are served while a packet with very many filters is taken', async () => {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const { cluster } = broker.context
  const other = openRaw(cluster)
  await other.connect({ clientId: 'other' })
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'many' })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: filters(20_000) })
  // A later packet of the same client waits for the subscription to end.
  raw.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['s/19999'] })
  await eventually(() => expect(cluster.session('many')?.subscriptions.size).toBeGreaterThan(0))
  await other.ping()
  expect(cluster.session('many')?.subscriptions.size).toBeLessThan(20_000)
  expect((await raw.next('suback')).granted.length).toBe(20_000)
  expect((await raw.next('unsuback')).granted).toEqual([0])
  expect(cluster.session('many')?.subscriptions.size).toBe(19_999)
})

test('a session with very many subscriptions ends some at a time, and gets nothing meanwhile', async () => {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const { cluster } = broker.context
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: filters(12_000) })
  await raw.next('suback')
  const before = broker.context.cluster.nodes[0]?.metrics()['delivery.dropped']
  cluster.kick('raw')
  expect(cluster.capacity.subscriptions).toBe(7000)
  await cluster.publish({ topic: 's/11999', payload: Buffer.from('x'), qos: 1, retain: false })
  await eventually(() => expect([cluster.capacity.subscriptions, cluster.routes().size]).toEqual([0, 0]))
  expect(cluster.nodes[0]?.metrics()['delivery.dropped']).toBe(before)
  expect(cluster.nodes[0]?.stats()['subscriptions.count']).toBe(0)
})

test('subscriptions of a session are written one by one and survive a restart', async () => {
  const dataDir = await newDir()
  const first = await createTestBroker({ dataDir })
  const raw = openRaw(first.context.cluster)
  await raw.connect({ properties: { sessionExpiryInterval: 3600 } })
  for (let n = 0; n < 300; n += 1) {
    raw.send({ cmd: 'subscribe', messageId: n + 1, subscriptions: filters(1, n) })
    await raw.next('suback')
  }
  raw.send({ cmd: 'unsubscribe', messageId: 999, unsubscriptions: ['s/0'] })
  await raw.next('unsuback')
  raw.drop()
  await first.close()
  expect((await stat(join(dataDir, 'state.journal'))).size).toBeLessThan(150_000)
  const again = await createTestBroker({ dataDir })
  onTestFinished(() => again.close())
  const topics = [...(again.context.cluster.session('raw')?.subscriptions.keys() ?? [])]
  expect(topics).toEqual(filters(299, 1).map(({ topic }) => topic))
})
