import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
let client: MqttClient

beforeEach(async () => {
  broker = await createTestBroker()
  client = await connectClient(broker.world.cluster, { clientId: 'device' })
})

afterEach(async () => {
  client.end(true)
  await broker.close()
})

const topics = () => [...(broker.world.cluster.session('device')?.subscriptions.keys() ?? [])]
const plain = { clientid: 'device', node: 'emqx@127.0.0.1', qos: 0, nl: 0, rap: 0, rh: 0 }

it('subscribes a client, which then gets the messages', async () => {
  const message = new Promise((resolve) => client.once('message', (topic) => resolve(topic)))
  const answer = await broker.ask('POST', '/clients/device/subscribe', {
    topic: 'api/+',
    qos: 1,
    nl: 1,
    rap: 1,
    rh: 2,
  })
  expect(answer).toEqual({ status: 200, body: { ...plain, topic: 'api/+', qos: 1, nl: 1, rap: 1, rh: 2 } })
  await broker.ask('POST', '/publish', { topic: 'api/x', payload: 'hello' })
  expect(await message).toBe('api/x')
  expect(await broker.ask('GET', '/clients/device/subscriptions')).toEqual({
    status: 200,
    body: [{ ...plain, topic: 'api/+', qos: 1, nl: 1, rap: 1, rh: 2, durable: false }],
  })
})

it('subscribes to several at once, or to none if one is impossible', async () => {
  const good = [{ topic: 'a', qos: 1 }, { topic: '$share/g/b' }]
  expect(await broker.ask('POST', '/clients/device/subscribe/bulk', good)).toMatchObject({
    status: 200,
    body: [{ topic: 'a', qos: 1 }, { topic: '$share/g/b' }],
  })
  const bad = await broker.ask('POST', '/clients/device/subscribe/bulk', [{ topic: 'c' }, { topic: 'x/#/y' }])
  expect(bad).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } })
  expect(topics()).toEqual(['a', '$share/g/b'])
})

it.each([
  [{ topic: '$share/g/d', nl: 1 }, 'INVALID_PARAMETER'],
  [{ topic: '$share/g' }, 'INVALID_PARAMETER'],
  [{ topic: '' }, 'INVALID_PARAMETER'],
  [{ topic: 'f', qos: 3 }, 'BAD_REQUEST'],
  [{ topic: 'f', foo: 1 }, 'BAD_REQUEST'],
  [{ qos: 1 }, 'BAD_REQUEST'],
])('refuses %j with %s', async (body, code) => {
  expect(await broker.ask('POST', '/clients/device/subscribe', body)).toMatchObject({
    status: 400,
    body: { code },
  })
  expect(topics()).toEqual([])
})

it('unsubscribes, also from what was never subscribed', async () => {
  await client.subscribeAsync(['a', 'b', '$share/g/c'])
  const one = await broker.ask('POST', '/clients/device/unsubscribe', { topic: '$share/g/c' })
  const none = await broker.ask('POST', '/clients/device/unsubscribe', { topic: 'not/there' })
  const many = await broker.ask('POST', '/clients/device/unsubscribe/bulk', [{ topic: 'a' }, { topic: 'x' }])
  expect([one.status, none.status, many.status]).toEqual([204, 204, 204])
  expect(topics()).toEqual(['b'])
  expect(await broker.ask('POST', '/clients/device/unsubscribe', {})).toMatchObject({ status: 400 })
  expect(await broker.ask('POST', '/clients/ghost/unsubscribe', { topic: 'b' })).toMatchObject({
    status: 404,
  })
})
