import { connectorSchema } from '@brokerdeck/contract/integration/connectors.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker({ edition: 'enterprise', nodes: 2 })
})
afterAll(() => broker.close())

const refusedSchema = v.object({ code: v.string(), message: v.string() })
const web = { type: 'http', name: 'web', url: 'http://127.0.0.1:9' }

it('makes, changes, disables and removes a connector', async () => {
  expect((await broker.ask('GET', '/connectors')).body).toEqual([])
  const made = await broker.ask('POST', '/connectors', { ...web, description: 'a server' })
  expect(made).toMatchObject({ status: 201, body: { ...web, enable: true, actions: [], sources: [] } })
  const { status, body } = await broker.ask('PUT', '/connectors/http:web', { url: web.url, description: 'b' })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { description: 'b', name: 'web', type: 'http' },
  })

  expect((await broker.ask('PUT', '/connectors/http:web/enable/false')).status).toBe(204)
  expect((await broker.ask('GET', '/connectors/http:web')).body).toMatchObject({
    enable: false,
    status: 'stopped',
    node_status: broker.context.cluster.nodes.map(({ name }) => ({ node: name, status: 'stopped' })),
  })
  expect(await broker.ask('POST', '/connectors/http:web/start')).toMatchObject({
    status: 400,
    body: { message: 'Forbidden operation, connector not enabled' },
  })
  expect((await broker.ask('DELETE', '/connectors/http:web')).status).toBe(204)
  expect((await broker.ask('GET', '/connectors')).body).toEqual([])
})

it('says why it is not connected, of the whole and of each node', async () => {
  await broker.ask('POST', '/connectors', web)
  const body = v.parse(connectorSchema, (await broker.ask('GET', '/connectors/http:web')).body)
  expect(body).toMatchObject({ status: 'disconnected', status_reason: expect.stringMatching(/\w/) })
  const node = broker.context.cluster.nodes[1]?.name ?? ''
  const { status_reason: reason } = body
  expect(body.node_status[1]).toEqual({ node, status: 'disconnected', status_reason: reason })
  expect(await broker.ask('POST', '/connectors/http:web/start')).toMatchObject({
    status: 400,
    body: { message: reason },
  })
  expect(await broker.ask('POST', `/nodes/${node}/connectors/http:web/start`)).toMatchObject({ status: 400 })
  expect(await broker.ask('POST', '/nodes/nope@127.0.0.1/connectors/http:web/start')).toMatchObject({
    status: 404,
    body: { message: 'Invalid node name: nope@127.0.0.1' },
  })
  expect(await broker.ask('POST', '/connectors_probe', { ...web, name: 'new' })).toMatchObject({
    status: 400,
    body: { code: 'TEST_FAILED', message: reason },
  })
  await broker.ask('DELETE', '/connectors/http:web')
})

it('refuses in the words of the real one', async () => {
  await broker.ask('POST', '/connectors', web)
  const said = async (...asked: Parameters<TestBroker['ask']>) => {
    const { status, body } = await broker.ask(...asked)
    const { code, message } = v.parse(refusedSchema, body)
    return [status, code, message] as const
  }
  const lookup = (type: string, name: string) =>
    `Connector lookup failed: connector named '${name}' of type ${type} does not exist.`
  expect(await said('GET', '/connectors/ftp:x')).toEqual([404, 'NOT_FOUND', lookup('ftp', 'x')])
  expect(await said('PUT', '/connectors/http:no', { url: web.url })).toEqual([
    404,
    'NOT_FOUND',
    lookup('http', 'no'),
  ])
  expect(await said('PUT', '/connectors/http:no/enable/true')).toEqual([
    404,
    'NOT_FOUND',
    lookup('http', 'no'),
  ])
  expect(await said('DELETE', '/connectors/http:no')).toEqual([404, 'NOT_FOUND', lookup('http', 'no')])
  expect(await said('GET', '/connectors/none')).toEqual([
    404,
    'NOT_FOUND',
    'Invalid connector ID, should be of pattern {type}:{name}, but got: none',
  ])
  expect(await said('POST', '/connectors', web)).toEqual([400, 'ALREADY_EXISTS', 'connector already exists'])
  expect((await said('POST', '/connectors', { ...web, type: 'ftp' }))[2]).toContain('unknown connector type')
  expect((await said('POST', '/connectors', { ...web, name: 'a b' }))[2]).toContain('Invalid name format')
  expect((await said('POST', '/connectors', { ...web, name: 'n'.repeat(256) }))[2]).toContain('less than 255')
  expect((await said('PUT', '/connectors/http:web/enable/maybe'))[2]).toContain('Unable to parse boolean')
  expect((await said('POST', '/connectors/http:web/stop'))[2]).toContain('not_a_enum_symbol')
  await broker.ask('DELETE', '/connectors/http:web')
})

it('cannot be removed while something uses it, and says what', async () => {
  await broker.ask('POST', '/connectors', web)
  const post = { type: 'http', name: 'post', connector: 'web', parameters: { path: '/x', method: 'post' } }
  expect((await broker.ask('POST', '/actions', post)).status).toBe(201)
  expect((await broker.ask('GET', '/connectors/http:web')).body).toMatchObject({ actions: ['post'] })
  const { status, body } = await broker.ask('DELETE', '/connectors/http:web')
  expect(status).toBe(400)
  const { message } = v.parse(refusedSchema, body)
  expect(message).toContain('Cannot delete connector while there are active channels')
  expect(message).toContain('action:http:post:connector:http:web')
  await broker.ask('DELETE', '/actions/http:post')
  expect((await broker.ask('DELETE', '/connectors/http:web')).status).toBe(204)
})
