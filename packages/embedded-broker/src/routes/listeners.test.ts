import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectClient } from '../testing/connect-client.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

const [one, two] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']
let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker()
  await connectClient(broker.world.cluster, { clientId: 'a', node: two })
})

afterAll(() => broker.close())

const running = (current_connections: number) => ({
  running: true,
  current_connections,
  max_connections: 'infinity',
})

it('are listed over all nodes, by type if asked', async () => {
  const { body } = await broker.ask('GET', '/listeners?type=tcp')
  expect(body).toMatchObject([
    {
      id: 'tcp:default',
      type: 'tcp',
      name: 'default',
      number: 2,
      status: running(1),
      node_status: [
        { node: one, status: running(0) },
        { node: two, status: running(1) },
      ],
    },
  ])
  expect(await broker.ask('GET', '/listeners')).toMatchObject({ body: [{ type: 'tcp' }, { type: 'ws' }] })
  expect(await broker.ask('GET', '/listeners?type=quic')).toEqual({ status: 200, body: [] })
  expect(await broker.ask('GET', '/listeners?type=udp')).toMatchObject({ status: 400 })
})

it('are summed up by type', async () => {
  expect(await broker.ask('GET', '/listeners_status')).toMatchObject({
    body: [
      { type: 'tcp', ids: ['tcp:default'], status: running(1) },
      { type: 'ws', ids: ['ws:default'], status: running(0) },
    ],
  })
})

it('are shown one by one', async () => {
  const { body } = await broker.ask('GET', '/listeners/ws:default')
  expect(body).toMatchObject({ id: 'ws:default', type: 'ws', running: true, current_connections: 0 })
  const unknown = await broker.ask('GET', '/listeners/tcp:nope')
  expect(unknown).toMatchObject({ status: 404, body: { code: 'BAD_LISTENER_ID' } })
  for (const id of ['nope', 'udp:x']) {
    expect(await broker.ask('GET', `/listeners/${id}`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
  }
})
