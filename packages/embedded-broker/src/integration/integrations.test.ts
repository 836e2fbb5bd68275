import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { createTestBroker } from '../testing/test-broker.ts'

/** A receiver of what actions post, on loopback. */
async function receiver() {
  const received: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      received.push(body)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { received, url: `http://127.0.0.1:${port}` }
}

it('what rules hand over arrives, and is counted on the node where it happened', async () => {
  const { received, url } = await receiver()
  const broker = await createTestBroker({ nodes: 2 })
  onTestFinished(() => broker.close())
  await broker.ask('POST', '/connectors', { type: 'http', name: 'web', url, pool_size: 1 })
  const parameters = { path: '/in', method: 'post', body: '${payload}' }
  await broker.ask('POST', '/actions', { type: 'http', name: 'post', connector: 'web', parameters })
  expect(await broker.ask('GET', '/actions/http:post')).toMatchObject({ body: { status: 'connected' } })
  await broker.ask('POST', '/rules', { id: 'r', sql: 'SELECT * FROM "t/#"', actions: ['http:post'] })
  await broker.ask('POST', '/publish', { topic: 't/1', payload: 'hello' })
  await eventually(() => expect(received).toEqual(['hello']))
  await eventually(async () =>
    expect(await broker.ask('GET', '/rules/r/metrics')).toMatchObject({
      body: { metrics: { 'actions.success': 1, 'actions.discarded': 0 } },
    }),
  )
  expect(await broker.ask('GET', '/actions/http:post/metrics')).toMatchObject({
    body: {
      metrics: { matched: 1, success: 1 },
      node_metrics: [{ metrics: { matched: 1 } }, { metrics: { matched: 0 } }],
    },
  })

  // Nothing is handed to what is disabled.
  await broker.ask('PUT', '/actions/http:post/enable/false')
  await broker.ask('POST', '/publish', { topic: 't/1', payload: 'lost' })
  await eventually(async () =>
    expect(await broker.ask('GET', '/rules/r/metrics')).toMatchObject({
      body: { metrics: { 'actions.success': 1, 'actions.discarded': 1 } },
    }),
  )
  expect(received).toEqual(['hello'])
})

it('a source feeds the rules that name it', async () => {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const { received, url } = await receiver()
  await broker.ask('POST', '/connectors', { type: 'http', name: 'web', url, pool_size: 1 })
  const parameters = { path: '/in', method: 'post', body: '${payload}' }
  await broker.ask('POST', '/actions', { type: 'http', name: 'post', connector: 'web', parameters })
  await broker.ask('POST', '/rules', {
    ...{ id: 'r', sql: 'SELECT * FROM "$bridges/mqtt:in"', actions: ['http:post'] },
  })
  await broker.ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
  await broker.ask('POST', '/sources', {
    ...{ type: 'mqtt', name: 'in', connector: 'far', parameters: { topic: 'x/#', qos: 1 } },
  })
  // What comes from the other broker is tested with the driver; here it is handed on.
  const node = broker.world.cluster.nodes[0]?.name ?? ''
  broker.world.integrations.rules.receive('mqtt:in', node, new Map([['payload', 'from afar']]))
  await eventually(() => expect(received).toEqual(['from afar']))
})

it('a test of a connector says what is wrong, and keeps nothing', async () => {
  const { url } = await receiver()
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  expect((await broker.ask('POST', '/connectors_probe', { type: 'http', name: 'x', url })).status).toBe(204)
  const refused = await broker.ask('POST', '/connectors_probe', {
    type: 'http',
    name: 'x',
    url: 'http://127.0.0.1:9',
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'TEST_FAILED', message: 'Connection refused' } })
  expect((await broker.ask('GET', '/connectors')).body).toEqual([])
})
