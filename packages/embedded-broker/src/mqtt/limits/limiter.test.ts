import { expect, test } from 'vitest'
import { plainListener } from '../../listen/listener-settings.ts'
import { changeSettings } from '../../testing/change-settings.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw, type RawClient } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import { stopClock } from '../../testing/stop-clock.ts'
import { unlimited } from '../client/settings.ts'
import type { Cluster } from '../node/cluster.ts'

const received = (cluster: Cluster) => cluster.nodes[0]?.metrics()['messages.received'] ?? 0

function flood(raw: RawClient, count: number, bytes = 1): void {
  for (let sent = 0; sent < count; sent++) {
    raw.send({ cmd: 'publish', topic: 't', payload: Buffer.alloc(bytes), qos: 0, dup: false, retain: false })
  }
}

/** The clock does not advance: messages that are read beyond the number would still be counted. */
const reads = (cluster: Cluster, count: number) => eventually(() => expect(received(cluster)).toBe(count))

test('above its rate of messages a node reads no further, and takes the rest later', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { limiter: { messages: { count: 10, per: 400 } } })
  const raw = openRaw(cluster)
  await raw.connect()
  const pass = stopClock()
  flood(raw, 30)
  // The node reads ten at once and one on credit, then twenty-five in a second.
  await reads(cluster, 11)
  pass(40)
  await reads(cluster, 12)
  pass(400)
  await reads(cluster, 22)
  pass(360)
  await raw.ping()
  expect(received(cluster)).toBe(30)
})

test('the rate is that of the node: two connections share it', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { limiter: { messages: { count: 10, per: 200 } } })
  const [one, other] = [openRaw(cluster), openRaw(cluster)]
  await one.connect({ clientId: 'one' })
  await other.connect({ clientId: 'other' })
  const pass = stopClock()
  flood(one, 15)
  flood(other, 15)
  await reads(cluster, 11)
  pass(200)
  await reads(cluster, 21)
  pass(200)
  await Promise.all([one.ping(), other.ping()])
  expect(received(cluster)).toBe(30)
})

test('bytes are counted too, and a packet larger than the rate passes', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { limiter: { bytes: { count: 1000, per: 100 } } })
  const raw = openRaw(cluster)
  await raw.connect()
  const pass = stopClock()
  const bytes = () => cluster.nodes[0]?.metrics()['bytes.received'] ?? 0
  const before = bytes()
  flood(raw, 2, 4000)
  await eventually(() => expect(bytes()).toBeGreaterThan(before + 4000))
  expect(received(cluster)).toBe(0)
  pass(310)
  await reads(cluster, 1)
  pass(500)
  await raw.ping()
  expect(received(cluster)).toBe(2)
})

test('connected clients keep the rate of when they came, also when it is lifted', async () => {
  const cluster = await startCluster()
  const early = openRaw(cluster)
  await early.connect({ clientId: 'early' })
  changeSettings(cluster, { limiter: { messages: { count: 5, per: 300 } } })
  const late = openRaw(cluster)
  await late.connect({ clientId: 'late' })
  const pass = stopClock()
  flood(early, 200)
  await early.ping()
  expect(received(cluster)).toBe(200)
  changeSettings(cluster, { limiter: { messages: unlimited } })
  flood(late, 15)
  // The node reads five at once and one on credit, then five in 300 ms: it slows down, but never stops for good as
  // EMQX does.
  await reads(cluster, 206)
  pass(300)
  await reads(cluster, 211)
  pass(300)
  await late.ping()
  expect(received(cluster)).toBe(215)
})

test('connections that come too fast wait for their turn', async () => {
  const cluster = await startCluster()
  const pass = stopClock()
  changeSettings(cluster, { limiter: { connections: { count: 2, per: 300 } } })
  const raws = Array.from({ length: 4 }, () => openRaw(cluster))
  const connected = Promise.all(raws.map((raw, at) => raw.connect({ clientId: `c${at}` })))
  const areIn = (count: number) => eventually(() => expect([...cluster.sessions()]).toHaveLength(count))
  // Two connections are accepted at once, then two in 300 ms.
  await areIn(2)
  pass(150)
  await areIn(3)
  pass(150)
  await connected
  await areIn(4)
})

test('whoever waits is sent away when the node stops, and let in when the limit is lifted', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { limiter: { connections: { count: 0, per: 1000 } } })
  const first = openRaw(cluster)
  const second = openRaw(cluster, 5, 'n2@127.0.0.1')
  await cluster.nodes[1]?.stop()
  await second.closed
  changeSettings(cluster, { limiter: { connections: unlimited } })
  expect((await first.connect()).reasonCode).toBe(0)
})

test('a listener limits each of its connections, and how fast they come', async () => {
  const rates = { connections: '1/300ms', messages: '5/300ms', bytes: undefined }
  const tcp = plainListener('tcp', { host: '127.0.0.1', port: 0 })
  const cluster = await startCluster({ listeners: () => [{ ...tcp, rates }] })
  const pass = stopClock()
  const [one, other] = [openRaw(cluster), openRaw(cluster)]
  const connected = [one.connect({ clientId: 'one' }), other.connect({ clientId: 'other' })]
  await connected[0]
  expect([...cluster.sessions()]).toHaveLength(1)
  pass(300)
  await connected[1]
  // Nothing is granted while the clock does not advance: each connection has its own five messages.
  flood(one, 5)
  flood(other, 5)
  await Promise.all([one.ping(), other.ping()])
  flood(one, 5)
  await reads(cluster, 11)
  pass(300)
  await one.ping()
  expect(received(cluster)).toBe(15)
})
