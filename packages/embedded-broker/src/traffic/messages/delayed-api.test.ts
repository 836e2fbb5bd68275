import { delayedPayloadTooLarge } from '@brokerdeck/contract/traffic/delayed.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start() {
  const broker = await createTestBroker({ now: () => Date.UTC(2026, 10, 21, 8) })
  onTestFinished(() => broker.close())
  const publish = async (topic: string, payload = 'x') => {
    await broker.ask('POST', '/publish', { topic, payload })
    return broker.context.cluster.delayed.all().find(({ message }) => topic.endsWith(`/${message.topic}`))
  }
  return { ...broker, publish }
}

const node = encodeURIComponent('emqx@127.0.0.1')

test('GET /mqtt/delayed/messages lists what waits, and one of them with its payload', async () => {
  const { ask, publish } = await start()
  const one = await publish('$delayed/600/door', 'open')
  const row = {
    msgid: one?.message.id,
    node: 'emqx@127.0.0.1',
    topic: 'door',
    qos: 0,
    publish_at: '2026-11-21T08:00:00.000+00:00',
    expected_at: '2026-11-21T08:10:00.000+00:00',
    delayed_interval: 600,
    delayed_remaining: 600,
    from_clientid: 'http_api',
    from_username: 'undefined',
  }
  const meta = { page: 1, limit: 100, hasnext: false, count: 1 }
  expect(await ask('GET', '/mqtt/delayed/messages')).toEqual({ status: 200, body: { data: [row], meta } })
  const detail = await ask('GET', `/mqtt/delayed/messages/${node}/${row.msgid}`)
  expect(detail).toEqual({ status: 200, body: { ...row, payload: 'b3Blbg==' } })
})

test('a payload of more than 2048 bytes is a word', async () => {
  const { ask, publish } = await start()
  const fits = await publish('$delayed/600/fits', 'x'.repeat(2048))
  const large = await publish('$delayed/600/large', 'x'.repeat(2049))
  const payloadOf = async (id?: string) =>
    Object((await ask('GET', `/mqtt/delayed/messages/${node}/${id}`)).body).payload
  expect(await payloadOf(fits?.message.id)).toHaveLength(2732)
  expect(await payloadOf(large?.message.id)).toBe(delayedPayloadTooLarge)
})

test('one is deleted by its id, all of a topic by their topic', async () => {
  const { ask, publish, context } = await start()
  const one = await publish('$delayed/600/a')
  await publish('$delayed/600/b')
  await publish('$delayed/700/b')
  const remove = () => ask('DELETE', `/mqtt/delayed/messages/${node}/${one?.message.id}`)
  expect((await remove()).status).toBe(204)
  expect((await remove()).body).toMatchObject({ code: 'MESSAGE_ID_NOT_FOUND' })
  expect((await ask('DELETE', '/mqtt/delayed/messages/b')).status).toBe(204)
  expect(context.cluster.delayed.all()).toEqual([])
  expect((await ask('DELETE', '/mqtt/delayed/messages/b')).body).toEqual({
    code: 'MESSAGE_NOT_FOUND',
    message: 'Not found messages for b',
  })
  expect((await ask('DELETE', '/mqtt/delayed/messages/b%2F%23')).body).toMatchObject({
    code: 'INVALID_TOPIC_NAME',
  })
})

test('ids and nodes that are none are refused', async () => {
  const { ask } = await start()
  expect(await ask('GET', `/mqtt/delayed/messages/${node}/xyz`)).toMatchObject({
    status: 400,
    body: { code: 'MESSAGE_ID_SCHEMA_ERROR' },
  })
  expect(await ask('GET', `/mqtt/delayed/messages/ghost/${'0'.repeat(32)}`)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_NODE' },
  })
})

test('PUT /mqtt/delayed: a limit below 0 is refused, off drops what waits', async () => {
  const { ask, publish, context } = await start()
  await publish('$delayed/600/a')
  expect((await ask('PUT', '/mqtt/delayed', { max_delayed_messages: -1 })).body).toEqual({
    code: 'BAD_REQUEST',
    message: 'Max delayed must be equal or greater than 0',
  })
  expect(await ask('PUT', '/mqtt/delayed', { enable: false })).toEqual({
    status: 200,
    body: { enable: false, max_delayed_messages: 0 },
  })
  expect(context.cluster.delayed.all()).toEqual([])
  expect((await ask('GET', '/mqtt/delayed')).body).toEqual({ enable: false, max_delayed_messages: 0 })
})
