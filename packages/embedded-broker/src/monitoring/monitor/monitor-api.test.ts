import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const minute = 60_000
const hour = 60 * minute
let clock: ManualClock
let broker: TestBroker

beforeEach(async () => {
  clock = manualClock()
  broker = await createTestBroker({ clock })
})

afterEach(() => broker.close())

async function history(path: string): Promise<Record<string, number>[]> {
  const { body } = await broker.ask('GET', path)
  return Array.isArray(body) ? body : []
}

/** Advances the clock by ten seconds; resolves when the sample is in the history. */
async function tick(): Promise<void> {
  const before = broker.context.monitor.history(undefined).length
  clock.advance(10_000)
  await eventually(() => expect(broker.context.monitor.history(60).some((one) => one.sample)).toBe(true))
  expect(broker.context.monitor.history(undefined).length).toBeGreaterThanOrEqual(before)
}

it('is empty at first, then has a bucket for each stretch of time', async () => {
  expect(await history('/monitor?latest=3600')).toEqual([])
  const client = await connectClient(broker.context.cluster, { clientId: 'a' })
  await client.subscribeAsync('t')
  await client.publishAsync('t', 'x', { qos: 1 })
  await client.publishAsync('nobody', 'x', { qos: 1 })
  await tick()
  const buckets = await history('/monitor?latest=3600')
  expect(buckets).toHaveLength(361)
  expect(buckets.at(-1)).toEqual({
    time_stamp: clock.now(),
    connections: 1,
    live_connections: 1,
    topics: 1,
    subscriptions: 1,
    subscriptions_ram: 1,
    subscriptions_durable: 0,
    disconnected_durable_sessions: 0,
    received: 2,
    sent: 1,
    dropped: 1,
    persisted: 0,
    validation_succeeded: 0,
    validation_failed: 0,
    transformation_succeeded: 0,
    transformation_failed: 0,
  })
  expect(buckets[0]).toEqual({ time_stamp: clock.now() - hour })
  const ofNode = await history('/monitor/nodes/emqx@127.0.0.1?latest=3600')
  expect(ofNode.at(-1)).toMatchObject({ received: 2 })
  expect(ofNode.at(-1)).not.toHaveProperty('subscriptions_ram')
  expect((await history('/monitor/nodes/emqx2@127.0.0.2?latest=3600')).at(-1)).toMatchObject({
    received: 0,
  })
  client.end(true)
})

it.each([
  [60, 1000],
  [3600, 10_000],
  [86_400, minute],
  [3 * 86_400, 5 * minute],
])('over the last %i seconds has buckets of %i ms', async (latest, width) => {
  await tick()
  const times = (await history(`/monitor?latest=${latest}`)).map((bucket) => bucket['time_stamp'] ?? 0)
  expect(times).toHaveLength(Math.floor((latest * 1000) / width) + 1)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(width)
})

it('says how many messages flow per second', async () => {
  const client = await connectClient(broker.context.cluster, { clientId: 'a' })
  await tick()
  for (let count = 0; count < 60; count += 1) await client.publishAsync('t', 'x', { qos: 1 })
  clock.advance(6000)
  const current = await broker.ask('GET', '/monitor_current')
  expect(current).toMatchObject({ body: { connections: 1, received_msg_rate: 10, dropped_msg_rate: 10 } })
  const node = await broker.ask('GET', '/monitor_current/nodes/emqx@127.0.0.1')
  expect(node).toMatchObject({ body: { received_msg_rate: 10, node_uptime: 16_000 } })
  client.end(true)
})

it('forgets its history when told to', async () => {
  await tick()
  expect((await broker.ask('DELETE', '/monitor')).status).toBe(204)
  expect(await history('/monitor')).toEqual([])
})

it('refuses to look back by nothing', async () => {
  expect(await broker.ask('GET', '/monitor?latest=0')).toMatchObject({ status: 400 })
})
