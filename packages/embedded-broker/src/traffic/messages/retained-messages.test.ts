import { maxRetainedPayload } from '@brokerdeck/contract/traffic/retainer.ts'
import { expect, onTestFinished, test } from 'vitest'
import { changeSettings } from '../../testing/change-settings.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start() {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const client = await connectClient(broker.context.cluster, { clientId: 'meter' })
  const retain = (topic: string, payload: string | Buffer = 'x') =>
    client.publishAsync(topic, payload, { qos: 1, retain: true })
  const remove = (topic: string) =>
    broker.ask('DELETE', `/mqtt/retainer/message/${encodeURIComponent(topic)}`)
  const topics = async (query = '') => {
    const { body } = await broker.ask('GET', `/mqtt/retainer/messages${query}`)
    return { topics: Object(body).data.map((one: { topic: string }) => one.topic), meta: Object(body).meta }
  }
  return { ...broker, retain, remove, topics }
}

const pathOf = (topic: string) => `/mqtt/retainer/message/${encodeURIComponent(topic)}`

test('GET /mqtt/retainer/messages counts all, and does not count what a filter covers', async () => {
  const { retain, topics, ask, context } = await start()
  await retain('hall/1/t')
  await retain('hall/2/t')
  const all = await topics()
  expect(all.topics).toEqual(expect.arrayContaining(['hall/1/t', 'hall/2/t', '$SYS/brokers']))
  expect(all.meta.count).toBe(context.cluster.retained().length)
  expect(await topics('?topic=hall/%2B/t&limit=1')).toEqual({
    topics: ['hall/1/t'],
    meta: { page: 1, limit: 1, hasnext: true },
  })
  for (const filter of ['hall', 'a/%23/b', '']) expect((await topics(`?topic=${filter}`)).topics).toEqual([])
  const { body } = await ask('GET', '/mqtt/retainer/messages?topic=hall/1/t')
  expect(Object(body).data).toMatchObject([{ qos: 1, from_clientid: 'meter', from_username: 'undefined' }])
  const system = await ask('GET', '/mqtt/retainer/messages?topic=$SYS/brokers')
  expect(Object(system.body).data).toMatchObject([{ from_clientid: 'emqx_sys', from_username: '' }])
})

test('a message comes with its payload, unless that has more than 1 MiB', async () => {
  const { ask, context } = await start()
  changeSettings(context.cluster, { retainer: { maxPayload: 4_000_000 } })
  const retain = (topic: string, bytes: number) =>
    context.cluster.publish({ topic, payload: Buffer.alloc(bytes), qos: 0, retain: true })
  await retain('exact', maxRetainedPayload)
  await retain('over', maxRetainedPayload + 1)
  const exact = await ask('GET', pathOf('exact'))
  expect(Buffer.from(Object(exact.body).payload, 'base64')).toHaveLength(maxRetainedPayload)
  const over = await ask('GET', pathOf('over'))
  expect(over).toMatchObject({ status: 200, body: { topic: 'over' } })
  expect(over.body).not.toHaveProperty('payload')
  const notFound = { code: 'NOT_FOUND', message: "Viewed message doesn't exist" }
  expect(await ask('GET', pathOf('nope'))).toEqual({ status: 404, body: notFound })
})

test('one is deleted by its topic, several by a filter', async () => {
  const { retain, remove, topics } = await start()
  for (const topic of ['a/1', 'a/2', 'b/ü']) await retain(topic)
  expect((await remove('b/ü')).status).toBe(204)
  expect((await remove('b/ü')).status).toBe(404)
  expect((await remove('a/#/b')).status).toBe(404)
  expect((await remove('a/+')).status).toBe(204)
  expect((await topics('?topic=%23')).topics).toEqual([])
})

test('DELETE /mqtt/retainer/messages takes all, those of the broker too, but nothing while the retainer is off', async () => {
  const { retain, ask, topics } = await start()
  await retain('a')
  await ask('PUT', '/mqtt/retainer', { enable: false })
  expect((await ask('DELETE', '/mqtt/retainer/messages')).status).toBe(204)
  expect((await topics()).topics).toEqual([])
  await ask('PUT', '/mqtt/retainer', { enable: true })
  expect((await topics('?topic=a')).topics).toEqual(['a'])
  expect((await ask('DELETE', '/mqtt/retainer/messages')).status).toBe(204)
  expect((await topics()).meta.count).toBe(0)
})
