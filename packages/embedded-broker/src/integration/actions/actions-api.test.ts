import { actionMetricsSchema, actionSchema } from '@brokerdeck/contract/integration/actions.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker({ edition: 'enterprise', nodes: 2 })
  await broker.ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
  await broker.ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
})
afterAll(() => broker.close())

const post = { type: 'http', name: 'post', connector: 'web', parameters: { path: '/x', method: 'post' } }
const take = { type: 'mqtt', name: 'in', connector: 'far', parameters: { topic: 'far/#', qos: 1 } }

const kinds = [
  { kind: 'actions', one: post, id: 'http:post', sql: 'SELECT * FROM "a"', actions: ['http:post'] },
  { kind: 'sources', one: take, id: 'mqtt:in', sql: 'SELECT * FROM "$bridges/mqtt:in"', actions: [] },
] as const

/** Actions and sources have the same addresses, each below its own name. */
const asks = {
  actions: {
    summary: () => broker.ask('GET', '/actions_summary'),
    probe: (body: unknown) => broker.ask('POST', '/actions_probe', body),
    disable: (id: string) => broker.ask('PUT', `/actions/${id}/enable/false`),
    start: (id: string) => broker.ask('POST', `/actions/${id}/start`),
    startOn: (node: string, id: string) => broker.ask('POST', `/nodes/${node}/actions/${id}/start`),
    metrics: (id: string) => broker.ask('GET', `/actions/${id}/metrics`),
    reset: (id: string) => broker.ask('PUT', `/actions/${id}/metrics/reset`),
  },
  sources: {
    summary: () => broker.ask('GET', '/sources_summary'),
    probe: (body: unknown) => broker.ask('POST', '/sources_probe', body),
    disable: (id: string) => broker.ask('PUT', `/sources/${id}/enable/false`),
    start: (id: string) => broker.ask('POST', `/sources/${id}/start`),
    startOn: (node: string, id: string) => broker.ask('POST', `/nodes/${node}/sources/${id}/start`),
    metrics: (id: string) => broker.ask('GET', `/sources/${id}/metrics`),
    reset: (id: string) => broker.ask('PUT', `/sources/${id}/metrics/reset`),
  },
}
const refusedSchema = v.object({ code: v.string(), message: v.string() })

it.each(kinds)('$kind are made, listed, changed, disabled and removed', async ({ kind, one, id }) => {
  const made = await broker.ask('POST', `/${kind}`, { ...one, description: 'x' })
  expect(made).toMatchObject({ status: 201, body: { ...one, rules: [], status: 'disconnected' } })
  const { error, status_reason } = v.parse(actionSchema, made.body)
  expect(error).toBe(status_reason)
  expect((await broker.ask('GET', `/${kind}`)).body).toMatchObject([{ name: one.name }])
  const [summary] = v.parse(v.array(v.looseObject({})), (await asks[kind].summary()).body)
  expect(summary).toMatchObject({ type: one.type, name: one.name, description: 'x', enable: true })
  expect(summary).not.toHaveProperty('parameters')

  const { connector, parameters } = one
  const changed = await broker.ask('PUT', `/${kind}/${id}`, { connector, parameters, description: 'y' })
  expect(changed).toMatchObject({ status: 200, body: { description: 'y' } })
  expect((await asks[kind].disable(id)).status).toBe(204)
  expect((await broker.ask('GET', `/${kind}/${id}`)).body).toMatchObject({
    enable: false,
    status: 'disconnected',
    status_reason: 'Not installed',
  })
  expect(await asks[kind].start(id)).toMatchObject({
    status: 400,
    body: { message: 'Forbidden operation, bridge not enabled' },
  })
  const node = broker.context.cluster.nodes[0]?.name ?? ''
  expect(await asks[kind].startOn(node, id)).toMatchObject({ status: 400 })
  expect((await broker.ask('DELETE', `/${kind}/${id}`)).status).toBe(204)
  expect((await broker.ask('GET', `/${kind}`)).body).toEqual([])
})

it.each(kinds)('$kind count for each node, and their counters are taken back', async ({ kind, one, id }) => {
  await broker.ask('POST', `/${kind}`, one)
  const body = v.parse(actionMetricsSchema, (await asks[kind].metrics(id)).body)
  expect(body.metrics).toMatchObject({ matched: 0, success: 0, dropped: 0, queuing_bytes: 0, rate_last5m: 0 })
  const nodes = broker.context.cluster.nodes.map(({ name }) => name)
  expect(body.node_metrics.map(({ node }) => node)).toEqual(nodes)
  expect((await asks[kind].reset(id)).status).toBe(204)
  expect((await asks[kind].reset(`${one.type}:none`)).status).toBe(404)
  // For an unknown object a real broker returns nothing but zeros.
  expect((await asks[kind].metrics(`${one.type}:none`)).body).toMatchObject({ metrics: { matched: 0 } })
  await broker.ask('DELETE', `/${kind}/${id}`)
})

it.each(kinds)(
  '$kind that rules name are removed only when asked twice',
  async ({ kind, one, id, sql, actions }) => {
    await broker.ask('POST', `/${kind}`, one)
    await broker.ask('POST', '/rules', { id: 'uses', sql, actions: [...actions, { function: 'console' }] })
    expect((await broker.ask('GET', `/${kind}/${id}`)).body).toMatchObject({ rules: ['uses'] })
    expect(await broker.ask('DELETE', `/${kind}/${id}`)).toMatchObject({
      status: 400,
      body: { message: 'Cannot delete action while active rules are depending on it', rules: ['uses'] },
    })
    expect((await broker.ask('DELETE', `/${kind}/${id}?also_delete_dep_actions=true`)).status).toBe(204)
    expect((await broker.ask('GET', '/rules/uses')).body).toMatchObject({
      actions: [{ function: 'console' }],
    })
    await broker.ask('DELETE', '/rules/uses')
  },
)

it.each(kinds)('$kind are refused in the words of the real one', async ({ kind, one, id }) => {
  const said = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    const { code, message } = v.parse(refusedSchema, body)
    return [status, code, message] as const
  }
  await broker.ask('POST', `/${kind}`, one)
  expect(await said(broker.ask('POST', `/${kind}`, one))).toEqual([
    400,
    'ALREADY_EXISTS',
    'bridge already exists',
  ])
  expect(await said(broker.ask('GET', `/${kind}/ftp:x`))).toEqual([
    404,
    'NOT_FOUND',
    "Bridge lookup failed: bridge named 'x' of type ftp does not exist.",
  ])
  expect((await said(broker.ask('POST', `/${kind}`, { ...one, type: 'ftp' })))[2]).toContain(
    'unknown bridge type',
  )
  const [, , unknown] = await said(
    broker.ask('POST', `/${kind}`, { ...one, name: 'other', connector: 'none' }),
  )
  expect(JSON.parse(unknown)).toEqual({
    reason: 'connector_not_found_or_wrong_type',
    connector_name: 'none',
    conf_root_key: kind,
    bridge_type: one.type,
    bridge_name: 'other',
  })
  expect(await said(asks[kind].probe({ ...one, name: 'other', connector: 'none' }))).toEqual([
    400,
    'TEST_FAILED',
    'Connector <<"none">> not found',
  ])
  expect((await said(broker.ask('PUT', `/${kind}/${id}`, { ...one, connector: 'none' })))[0]).toBe(400)
  await broker.ask('DELETE', `/${kind}/${id}`)
})

it.each([
  { mode: 'direct', bucket: 'b', key: `\${topic}`, content: `\${payload}` },
  {
    mode: 'aggregated',
    bucket: 'b',
    key: `\${action}/\${node}/\${datetime.unix}_\${sequence}`,
    container: { type: 'csv' },
    aggregation: { time_interval: '15m', max_records: 1000 },
  },
])('fails like EMQX over an upload that does not say how it is sent: $mode', async (parameters) => {
  const stored = { access_key_id: 'AK', secret_access_key: 'SK', host: '127.0.0.1', port: 9 }
  await broker.ask('POST', '/connectors', { type: 's3', name: 'store', ...stored })
  const upload = { type: 's3', name: parameters.mode, connector: 'store', parameters }
  const refused = { status: 500, body: { code: 'INTERNAL_ERROR' } }
  expect(await broker.ask('POST', '/actions', upload)).toMatchObject(refused)
  const missing = { ...upload, parameters: undefined }
  expect(await broker.ask('POST', '/actions', missing)).toMatchObject({ status: 400 })
  expect(await broker.ask('POST', '/actions', { ...upload, resource_opts: {} })).toMatchObject({
    status: 201,
    body: { resource_opts: { request_ttl: '45s' } },
  })
})

it('names the types that each edition has', async () => {
  expect((await broker.ask('GET', '/action_types')).body).toHaveLength(35)
  expect((await broker.ask('GET', '/source_types')).body).toContain('rabbitmq')
  const community = await createTestBroker()
  expect((await community.ask('GET', '/action_types')).body).toEqual(['http', 'mqtt'])
  expect((await community.ask('GET', '/source_types')).body).toEqual(['mqtt'])
  await community.close()
})
