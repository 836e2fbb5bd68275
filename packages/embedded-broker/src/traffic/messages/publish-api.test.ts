import type { IPublishPacket, MqttClient } from 'mqtt'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
let client: MqttClient
let received: IPublishPacket[]

beforeEach(async () => {
  broker = await createTestBroker()
  client = await connectClient(broker.context.cluster, { clientId: 'listener' })
  await client.subscribeAsync('pub/#', { qos: 2 })
  received = []
  client.on('message', (_topic, _payload, packet) => received.push(packet))
})

afterEach(async () => {
  client.end(true)
  await broker.close()
})

const nobody = { reason_code: 16, message: 'no_matching_subscribers' }
const id = expect.stringMatching(/^[0-9A-F]{32}$/)

it('reaches subscribers with all its properties', async () => {
  const answer = await broker.ask('POST', '/publish', {
    topic: 'pub/ü',
    payload: 'AAECA/7/',
    payload_encoding: 'base64',
    qos: 1,
    retain: true,
    clientid: 'ignored',
    properties: {
      payload_format_indicator: 1,
      message_expiry_interval: 60,
      response_topic: 'pub/reply',
      correlation_data: 'c-1',
      content_type: 'application/json',
      user_properties: { site: 'berlin' },
    },
  })
  expect(answer).toEqual({ status: 200, body: { id } })
  await eventually(() => expect(received).toHaveLength(1))
  expect(received[0]).toMatchObject({
    topic: 'pub/ü',
    payload: Buffer.from([0, 1, 2, 3, 0xfe, 0xff]),
    qos: 1,
    properties: {
      responseTopic: 'pub/reply',
      correlationData: Buffer.from('c-1'),
      contentType: 'application/json',
      userProperties: { site: 'berlin' },
    },
  })
})

it('says 202 when nobody subscribes, and keeps a retained message all the same', async () => {
  const sent = { topic: 'nobody/here', payload: 'x', retain: true }
  expect(await broker.ask('POST', '/publish', sent)).toEqual({ status: 202, body: nobody })
  expect([...broker.context.cluster.retained()].map((message) => message.topic)).toContain('nobody/here')
})

it('sends several at once', async () => {
  const both = [
    { topic: 'pub/1', payload: '1' },
    { topic: 'pub/2', payload: '2', qos: 1 },
  ]
  expect(await broker.ask('POST', '/publish/bulk', both)).toEqual({ status: 200, body: [{ id }, { id }] })
  const mixed = [
    { topic: 'pub/1', payload: '1' },
    { topic: 'nobody', payload: '2' },
  ]
  expect(await broker.ask('POST', '/publish/bulk', mixed)).toEqual({ status: 202, body: [{ id }, nobody] })
})

it.each([
  [
    { topic: 'pub/#', payload: 'x' },
    { reason_code: 144, message: 'topic_name_invalid' },
  ],
  [{ topic: '', payload: 'x' }, { reason_code: 144 }],
  [
    { topic: 'pub/a', payload: '%%%', payload_encoding: 'base64' },
    { reason_code: 131, message: '{decode_base64_payload_failed,<<"%%%">>}' },
  ],
  [
    { topic: 'pub/a', payload: 'x'.repeat(1_228_800) },
    { reason_code: 151, message: 'packet_too_large' },
  ],
  [{ topic: 'pub/a', payload: 'x', properties: { foo: 'bar' } }, { code: 'BAD_REQUEST' }],
  [{ topic: 'pub/a', payload: 'x', properties: { user_properties: { n: {} } } }, { code: 'BAD_REQUEST' }],
])('refuses a bad message, alone or among others', async (message, body) => {
  expect(await broker.ask('POST', '/publish', message)).toMatchObject({ status: 400, body })
  const bulk = await broker.ask('POST', '/publish/bulk', [{ topic: 'pub/good', payload: 'x' }, message])
  expect(bulk).toMatchObject({ status: 400, body })
  expect(received).toEqual([])
})

it('refuses an empty batch', async () => {
  expect(await broker.ask('POST', '/publish/bulk', [])).toMatchObject({ status: 400 })
})
