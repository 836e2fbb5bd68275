import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { traceLineSchema } from '@brokerdeck/contract/diagnose/trace.ts'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { localService } from '../testing/local-service.ts'
import { createTestBroker } from '../testing/test-broker.ts'

/** Opens a server on loopback that records what actions post. */
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

  // A disabled action receives no messages.
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
    id: 'r',
    sql: 'SELECT * FROM "$bridges/mqtt:in"',
    actions: ['http:post'],
  })
  await broker.ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
  await broker.ask('POST', '/sources', {
    type: 'mqtt',
    name: 'in',
    connector: 'far',
    parameters: { topic: 'x/#', qos: 1 },
  })
  // The test of the driver covers messages from the other broker; this test covers how they are passed on.
  const node = broker.context.cluster.nodes[0]?.name ?? ''
  broker.context.integrations.rules.receive('mqtt:in', node, new Map([['payload', 'from afar']]))
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

const logSchema = v.object({ items: v.string() })

it('a trace shows what an action would send, what it sent, and what came back', async () => {
  const service = await localService(({ url }) =>
    url === '/bad' ? { status: 400, body: { error: 'bad data' } } : { status: 200, body: { ok: true } },
  )
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const headers = { authorization: 'Bearer s3cret' }
  await broker.ask('POST', '/connectors', { type: 'http', name: 'web', url: service.url, headers })
  for (const name of ['good', 'bad']) {
    const parameters = { path: `/${name}`, method: 'post', body: '${payload}' }
    await broker.ask('POST', '/actions', { type: 'http', name, connector: 'web', parameters })
  }
  await broker.ask('POST', '/rules', {
    id: 'seen',
    sql: 'SELECT * FROM "t"',
    actions: ['http:good', 'http:bad'],
  })
  await broker.ask('POST', '/trace', { name: 'seen', type: 'ruleid', ruleid: 'seen', formatter: 'json' })
  const node = encodeURIComponent(broker.context.cluster.nodes[0]?.name ?? '')
  const log = async () => {
    const { body } = await broker.ask('GET', `/trace/seen/log?bytes=1000000&node=${node}`)
    return v.parse(logSchema, body).items
  }
  const told = async (msg: string) =>
    (await log())
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [v.parse(traceLineSchema, JSON.parse(line))]))
      .filter((line) => line.msg === msg)
      .map(({ meta }) => meta)
  const context = { event_type: 'message_publish', topic: 't', payload: '{"n":1}' }
  await broker.ask('POST', '/rules/seen/test', { context })
  expect(await told('action_template_rendered')).toMatchObject([
    {
      action_info: { type: 'http', name: 'good' },
      stop_action_after_render: true,
      result: { host: '127.0.0.1', path: '/good', method: 'post', body: '{"n":1}' },
    },
    { action_info: { name: 'bad' }, result: { url: `${service.url}/bad` } },
  ])
  expect(await told('action_stopped_after_template_rendering')).toMatchObject([
    {
      reason:
        'Action action:http:good:connector:http:web stopped after template rendering due to test setting.',
    },
    { action_info: { name: 'bad' } },
  ])
  expect(service.heard).toEqual([])

  await broker.ask('POST', '/rules/seen/test', { context, stop_action_after_template_rendering: false })
  await eventually(async () => {
    expect(await told('action_success')).toMatchObject([
      { result: { result: 'ok', response: { status: 200, body: '{"ok":true}' } }, trace_tag: 'ACTION' },
    ])
    expect(await told('action_failed')).toMatchObject([
      { reason: { status_code: 400, body: '{"error":"bad data"}' }, trace_tag: 'ACTION' },
    ])
  })
  expect(await told('rule_activated')).toMatchObject([
    { input: { payload: '{"n":1}', payload_encode: 'text' } },
    { input: { payload_encode: 'text' } },
  ])
  expect(service.heard.map((heard) => heard.headers.authorization)).toEqual([
    'Bearer s3cret',
    'Bearer s3cret',
  ])
  expect(await log()).not.toContain('s3cret')
})
