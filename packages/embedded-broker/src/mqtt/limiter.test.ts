import { expect, onTestFinished, test, vi } from 'vitest'
import { plainListener } from '../listen/listener-settings.ts'
import { changeSettings } from '../testing/change-settings.ts'
import { eventually } from '../testing/eventually.ts'
import { openRaw, type RawClient } from '../testing/raw-client.ts'
import { startCluster } from '../testing/start-cluster.ts'
import type { Cluster } from './cluster.ts'
import { unlimited } from './settings.ts'

const received = (cluster: Cluster) => cluster.nodes[0]?.metrics()['messages.received'] ?? 0

function flood(raw: RawClient, count: number, bytes = 1): void {
  for (let sent = 0; sent < count; sent++) {
    raw.send({ cmd: 'publish', topic: 't', payload: Buffer.alloc(bytes), qos: 0, dup: false, retain: false })
  }
}

test('above its rate of messages a node reads no further, and takes the rest later', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { limiter: { messages: { count: 10, per: 400 } } })
  const raw = openRaw(cluster)
  await raw.connect()
  const start = performance.now()
  flood(raw, 30)
  await eventually(() => expect(received(cluster)).toBeGreaterThanOrEqual(10))
  expect(received(cluster)).toBeLessThan(30)
  await raw.ping()
  expect(received(cluster)).toBe(30)
  // Ten at once, then twenty at twenty-five in a second.
  expect(performance.now() - start).toBeGreaterThan(600)
})

test('the rate is that of the node: two connections share it', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { limiter: { messages: { count: 10, per: 200 } } })
  const [one, other] = [openRaw(cluster), openRaw(cluster)]
  await one.connect({ clientId: 'one' })
  await other.connect({ clientId: 'other' })
  const start = performance.now()
  flood(one, 15)
  flood(other, 15)
  await Promise.all([one.ping(), other.ping()])
  expect(received(cluster)).toBe(30)
  expect(performance.now() - start).toBeGreaterThan(300)
})

test('bytes are counted too, and a packet larger than the rate passes', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { limiter: { bytes: { count: 1000, per: 100 } } })
  const raw = openRaw(cluster)
  await raw.connect()
  const start = performance.now()
  flood(raw, 1, 4000)
  await raw.ping()
  expect(received(cluster)).toBe(1)
  expect(performance.now() - start).toBeGreaterThan(250)
})

test('connected clients keep the rate of when they came, also when it is lifted', async () => {
  const cluster = await startCluster()
  const early = openRaw(cluster)
  await early.connect({ clientId: 'early' })
  changeSettings(cluster, { limiter: { messages: { count: 5, per: 300 } } })
  const late = openRaw(cluster)
  await late.connect({ clientId: 'late' })
  flood(early, 200)
  await early.ping()
  expect(received(cluster)).toBe(200)
  changeSettings(cluster, { limiter: { messages: unlimited } })
  const start = performance.now()
  flood(late, 15)
  await late.ping()
  expect(received(cluster)).toBe(215)
  // Five at once, then ten at five in 300 ms: slowed down, and never stopped for good as on EMQX.
  expect(performance.now() - start).toBeGreaterThan(400)
})

test('connections that come too fast wait for their turn', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { limiter: { connections: { count: 2, per: 300 } } })
  const start = performance.now()
  const raws = Array.from({ length: 4 }, () => openRaw(cluster))
  await Promise.all(raws.map((raw, at) => raw.connect({ clientId: `c${at}` })))
  expect([...cluster.sessions()]).toHaveLength(4)
  // Two at once, then two at two in 300 ms.
  expect(performance.now() - start).toBeGreaterThan(250)
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
  const [one, other] = [openRaw(cluster), openRaw(cluster)]
  const connected = [one.connect({ clientId: 'one' }), other.connect({ clientId: 'other' })]
  await connected[0]
  expect([...cluster.sessions()]).toHaveLength(1)
  await connected[1]
  const start = performance.now()
  // Nothing is granted anew while the clock stands still: each has its own five.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  onTestFinished(() => clock.mockRestore())
  flood(one, 5)
  flood(other, 5)
  await Promise.all([one.ping(), other.ping()])
  clock.mockRestore()
  flood(one, 5)
  await one.ping()
  expect(performance.now() - start).toBeGreaterThan(200)
})
