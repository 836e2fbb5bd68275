import type { SlowSubsConfig } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { expect, onTestFinished, test } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { createTestBroker } from '../../testing/test-broker.ts'
import { slowSubscriptionsApi } from './slow-subscriptions-api.ts'

const settings = '/slow_subscriptions/settings'
const second = 'emqx2@127.0.0.2'

async function start(changes: Partial<SlowSubsConfig> = {}) {
  let time = Date.UTC(2026, 10, 21, 8)
  const broker = await createTestBroker({ now: () => time })
  onTestFinished(() => broker.close())
  await broker.ask('PUT', settings, { enable: true, threshold: '100ms', ...changes })
  const { cluster } = broker.context
  const wait = (milliseconds: number) => {
    time += milliseconds
  }
  /** Connects a client that acknowledges on demand; its session begins before the messages are published. */
  const subscriber = async (clientId: string, qos: 0 | 1 | 2 = 1, node?: string) => {
    const raw = openRaw(cluster, 5, node)
    await raw.connect({ clientId, properties: { sessionExpiryInterval: 600 } })
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'slow/#', qos }] })
    await raw.next('suback')
    wait(1)
    return raw
  }
  const publish = (topic: string, qos: 0 | 1 | 2 = 1) =>
    broker.ask('POST', '/publish', { topic, payload: 'x', qos })
  /** Publishes a message, and acknowledges it after the given number of milliseconds. */
  const late = async (raw: Awaited<ReturnType<typeof subscriber>>, topic: string, milliseconds: number) => {
    await publish(topic)
    const { messageId = 0 } = await raw.next('publish')
    wait(milliseconds)
    raw.send({ cmd: 'puback', messageId, reasonCode: 0 })
    await raw.ping()
  }
  const rows = () =>
    slowSubscriptionsApi
      .own(broker.context)
      .slowSubscriptions.list()
      .map((row) => [row.clientid, row.topic, row.timespan])
  return { ...broker, cluster, wait, subscriber, publish, late, rows }
}

test('whoever acknowledges late is listed with the longest time, the slowest first', async () => {
  const { ask, late, subscriber, wait } = await start()
  const one = await subscriber('slow-1')
  await late(one, 'slow/a', 2001)
  await late(one, 'slow/a', 300)
  await late(one, 'slow/b', 100)
  wait(1000)
  one.send({ cmd: 'disconnect' })
  await one.closed
  const two = await subscriber('slow-2', 1, second)
  // The first client is disconnected: only the second receives the message.
  await late(two, 'slow/c', 2702)
  const { body } = await ask('GET', '/slow_subscriptions?limit=1')
  expect(body).toEqual({
    data: [
      {
        clientid: 'slow-2',
        topic: 'slow/c',
        node: second,
        timespan: 2702,
        last_update_time: Date.UTC(2026, 10, 21, 8) + 6105,
      },
      {
        clientid: 'slow-1',
        topic: 'slow/a',
        node: 'emqx@127.0.0.1',
        timespan: 2001,
        last_update_time: Date.UTC(2026, 10, 21, 8) + 2002,
      },
    ],
  })
  expect((await ask('DELETE', '/slow_subscriptions')).status).toBe(204)
  expect((await ask('GET', '/slow_subscriptions')).body).toEqual({ data: [] })
})

test.each([
  ['whole', 700],
  ['internal', 500],
  ['response', 200],
] as const)('%s measures its part of the way', async (stats_type, expected) => {
  const { cluster, publish, rows, subscriber, wait } = await start({ stats_type })
  const raw = await subscriber('dev')
  raw.drop()
  await eventually(() => expect(cluster.session('dev')?.isConnected).toBe(false))
  await publish('slow/a')
  wait(500)
  const again = openRaw(cluster)
  await again.connect({ clientId: 'dev', clean: false })
  const { messageId = 0 } = await again.next('publish')
  wait(200)
  again.send({ cmd: 'puback', messageId, reasonCode: 0 })
  await again.ping()
  expect(rows()).toEqual([['dev', 'slow/a', expected]])
})

test('QoS 2 is over with PUBCOMP, QoS 0 once it is sent', async () => {
  const { cluster, publish, rows, subscriber, wait } = await start()
  const raw = await subscriber('exact', 2)
  await publish('slow/exact', 2)
  const { messageId = 0 } = await raw.next('publish')
  wait(200)
  raw.send({ cmd: 'pubrec', messageId, reasonCode: 0 })
  await raw.next('pubrel')
  expect(rows()).toEqual([])
  wait(200)
  raw.send({ cmd: 'pubcomp', messageId, reasonCode: 0 })
  await raw.ping()
  expect(rows()).toEqual([['exact', 'slow/exact', 400]])
  raw.drop()
  await eventually(() => expect(cluster.session('exact')?.isConnected).toBe(false))
  await publish('slow/queued', 0)
  wait(900)
  const again = openRaw(cluster)
  await again.connect({ clientId: 'exact', clean: false })
  await again.next('publish')
  expect(rows()).toContainEqual(['exact', 'slow/queued', 900])
})

test('old and delayed messages make nobody slow', async () => {
  const { ask, cluster, rows, wait } = await start()
  await ask('POST', '/publish', { topic: 'slow/kept', payload: 'x', qos: 1, retain: true })
  wait(60_000)
  const client = await connectClient(cluster, { clientId: 'quick' })
  const seen: string[] = []
  client.on('message', (topic) => seen.push(topic))
  wait(1)
  await client.subscribeAsync('slow/#', { qos: 1 })
  await eventually(() => expect(seen).toEqual(['slow/kept']))
  await ask('POST', '/publish', { topic: '$delayed/60/slow/later', payload: 'x', qos: 1 })
  wait(60_000)
  await eventually(() => expect(seen).toContain('slow/later'))
  await eventually(() => expect(cluster.session('quick')?.inflightCount).toBe(0))
  expect(rows()).toEqual([])
})

test('each node keeps its slowest, and a row goes when its time is over', async () => {
  const { late, rows, subscriber, wait } = await start({ top_k_num: 2, expire_interval: '60s' })
  const raw = await subscriber('dev')
  for (const [topic, milliseconds] of [
    ['slow/a', 300],
    ['slow/b', 200],
    ['slow/c', 250],
    ['slow/d', 150],
  ] as const) {
    await late(raw, topic, milliseconds)
  }
  expect(rows()).toEqual([
    ['dev', 'slow/a', 300],
    ['dev', 'slow/c', 250],
  ])
  wait(59_000)
  // The time is not longer than that of the row, so the row expires nevertheless.
  await late(raw, 'slow/a', 200)
  wait(400)
  expect(rows()).toEqual([['dev', 'slow/c', 250]])
  wait(1_000)
  expect(rows()).toEqual([])
})

test('turned off nothing is measured, and the list is forgotten', async () => {
  const { ask, late, rows, subscriber } = await start()
  const raw = await subscriber('dev')
  await late(raw, 'slow/a', 300)
  expect(rows()).toHaveLength(1)
  expect(await ask('PUT', settings, { enable: false })).toMatchObject({
    status: 200,
    body: { enable: false },
  })
  await late(raw, 'slow/a', 300)
  await ask('PUT', settings, { enable: true })
  expect(rows()).toEqual([])
})

test('settings: what is not sent stays, and the spelling is kept', async () => {
  const { ask } = await start()
  const now = {
    enable: true,
    threshold: '100ms',
    expire_interval: '300s',
    top_k_num: 10,
    stats_type: 'whole',
  }
  expect((await ask('GET', settings)).body).toEqual(now)
  expect((await ask('PUT', settings, {})).body).toEqual(now)
  const numbers = { ...now, threshold: 700, expire_interval: 600_000 }
  expect((await ask('PUT', settings, numbers)).body).toEqual(numbers)
})

test.each([
  [{ threshold: 'slow' }, 'threshold', 'reason => "Not a valid duration",value => <<"slow">>'],
  [{ top_k_num: 0 }, 'top_k_num', 'reason => #{expected => "pos_integer()"},value => 0'],
  [{ top_k_num: -1 }, 'top_k_num', 'reason => #{expected => "pos_integer()"},value => -1'],
])('%j is refused in words', async (given, field, why) => {
  const { ask } = await start()
  expect(await ask('PUT', settings, given)).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: `Update slow subs config failed #{kind => validation_error,path => "slow_subs.${field}",${why}}`,
    },
  })
  expect((await ask('PUT', settings, { foo: 1 })).body).toMatchObject({
    message: expect.stringContaining('reason => unknown_fields'),
  })
  expect((await ask('GET', settings)).body).toMatchObject({ threshold: '100ms', top_k_num: 10 })
})
