import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start() {
  const broker = await createTestBroker({ edition: 'enterprise' })
  onTestFinished(() => broker.close())
  return broker
}

const absent = (message: string) => ({ status: 404, body: { code: 'NOT_FOUND', message } })

it('has a site for each node, which keeps nothing, and says which one is down', async () => {
  const { ask, context } = await start()
  await context.cluster.nodes[1]?.stop()
  const sites = v.parse(v.array(v.string()), (await ask('GET', '/ds/sites')).body)
  const answers = await Promise.all(sites.map(async (site) => (await ask('GET', `/ds/sites/${site}`)).body))
  expect(answers).toHaveLength(2)
  expect(answers).toEqual(
    expect.arrayContaining([
      { node: 'emqx@127.0.0.1', up: true, shards: [] },
      { node: 'emqx2@127.0.0.2', up: false, shards: [] },
    ]),
  )
  expect(await ask('GET', '/ds/sites/0000')).toEqual(absent('Site not found: 0000'))
})

it('has no storage, and changes none', async () => {
  const { ask } = await start()
  expect(await ask('GET', '/ds/storages')).toEqual({ status: 200, body: [] })
  const none = absent("DB 'messages' does not exist")
  expect(await ask('GET', '/ds/storages/messages')).toEqual(none)
  expect(await ask('GET', '/ds/storages/messages/replicas')).toEqual(none)
  expect(await ask('PUT', '/ds/storages/messages/replicas', ['0000'])).toEqual(none)
  expect(await ask('PUT', '/ds/storages/messages/replicas/0000')).toEqual(none)
  expect(await ask('DELETE', '/ds/storages/messages/replicas/0000')).toEqual(none)
  expect(await ask('PUT', '/ds/storages/messages/replicas', { a: 1 })).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: '{"path":"root","bad_array_index_keys":["a"],"kind":"validation_error"}',
    },
  })
})

it('has no queues, once a request is one', async () => {
  const { ask } = await start()
  const off = absent('Durable queues are disabled')
  expect(await ask('GET', '/durable_queues')).toEqual(off)
  expect(await ask('GET', '/durable_queues/none')).toEqual(off)
  expect(await ask('DELETE', '/durable_queues/none')).toEqual(off)
  expect(await ask('POST', '/durable_queues', { group: 'g', topic: 'a/#/b' })).toEqual(off)
  expect(await ask('POST', '/durable_queues', { group: 'g' })).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: '{"reason":"required_field","path":"root.topic","kind":"validation_error"}',
    },
  })
})
