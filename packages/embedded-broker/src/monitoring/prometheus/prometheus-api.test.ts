import { createServer, type IncomingMessage } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import type { Edition } from '../../runtime/edition.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

async function start(clock = manualClock(), edition: Edition = 'community'): Promise<TestBroker> {
  const broker = await createTestBroker({ clock, edition })
  onTestFinished(() => broker.close())
  return broker
}

async function scrape(broker: TestBroker, path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await broker.app.inject({ url: `/api/v5${path}`, headers })
  return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.payload }
}

const asJson = { accept: 'application/json' }

const settings = (change: object) => ({
  enable_basic_auth: false,
  push_gateway: { enable: false, method: 'put', ...change },
})

/** Other alarms are left out, because the machine may have alarms of its own. */
const exportAlarms = (broker: TestBroker) =>
  broker.context.alarms.active().filter(({ name }) => name === 'pushgateway_export_failed')

it('exports what is counted, to anybody, as text', async () => {
  const broker = await start()
  const client = await connectClient(broker.context.cluster, { clientId: 'a' })
  await client.publishAsync('t', 'x', { qos: 1 })
  const { text, type } = await scrape(broker, '/prometheus/stats')
  expect(type).toBe('text/plain')
  expect(text).toContain(
    '# TYPE emqx_connections_count gauge\n# HELP emqx_connections_count \nemqx_connections_count 1\n',
  )
  expect(text).toContain(
    '# TYPE emqx_packets_connect counter\n# HELP emqx_packets_connect \nemqx_packets_connect 1\n',
  )
  expect(text).toMatch(/\nemqx_messages_qos1_received 1\n/)
  expect(text.endsWith('\n\n')).toBe(true)
  client.end(true)
  await eventually(async () =>
    expect((await scrape(broker, '/prometheus/stats')).text).toContain(
      'emqx_client_disconnected_reason{listener_type="tcp",listener_name="default",reason="tcp_closed"} 1',
    ),
  )
})

it('adds the nodes up, or names them', async () => {
  const broker = await start()
  await connectClient(broker.context.cluster, { clientId: 'a' })
  const [first = '', second = ''] = broker.context.cluster.nodes.map(({ name }) => name)
  const apart = await scrape(broker, '/prometheus/stats?mode=all_nodes_unaggregated')
  expect(apart.text).toContain(
    `emqx_connections_count{node="${first}"} 1\nemqx_connections_count{node="${second}"} 0\n`,
  )
  const together = await scrape(broker, '/prometheus/stats?mode=all_nodes_aggregated', asJson)
  expect(JSON.parse(together.text)).toMatchObject({
    stats: { emqx_connections_count: 1, emqx_cluster_sessions_count: 1 },
    metrics: [{ node: first }, { node: second }],
    cluster: { emqx_cluster_nodes_running: 2, node: first },
    olp: {},
  })
  await broker.context.cluster.nodes[1]?.stop()
  const left = await scrape(broker, '/prometheus/stats?mode=all_nodes_unaggregated', asJson)
  expect(JSON.parse(left.text)).toMatchObject({
    cluster: [{ emqx_cluster_nodes_running: 1, emqx_cluster_nodes_stopped: 1, node: first }],
  })
  expect((await scrape(broker, '/prometheus/stats?mode=x')).status).toBe(400)
})

it('tells of bans, and of who decides what clients may do', async () => {
  const broker = await start()
  await broker.ask('POST', '/banned', { as: 'username', who: 'x' })
  expect(JSON.parse((await scrape(broker, '/prometheus/auth', asJson)).text)).toEqual({
    emqx_authn: [],
    emqx_authz: [
      {
        type: 'file',
        emqx_authz_enable: 1,
        emqx_authz_status: 1,
        emqx_authz_total: 0,
        emqx_authz_allow: 0,
        emqx_authz_deny: 0,
        emqx_authz_nomatch: 0,
        emqx_authz_rules_count: 4,
      },
    ],
    emqx_banned: { emqx_banned_count: 1 },
  })
  expect((await scrape(broker, '/prometheus/auth')).text).toContain('# TYPE emqx_authn_enable gauge\n')
  expect((await scrape(broker, '/prometheus/data_integration')).text).toContain('\nemqx_rules_count 0\n')
  expect((await broker.ask('GET', '/connectors')).body).toEqual([])
  expect((await broker.ask('GET', '/authentication')).body).toEqual([])
})

it('tells what rules, actions and connectors are there, and what they count', async () => {
  const broker = await start(manualClock(), 'enterprise')
  await broker.ask('POST', '/connectors', { type: 'http', name: 'erp', url: 'http://127.0.0.1:9' })
  const parameters = { path: '/x', method: 'post' }
  await broker.ask('POST', '/actions', { type: 'http', name: 'orders', connector: 'erp', parameters })
  await broker.ask('POST', '/rules', { id: 'r', sql: 'SELECT * FROM "o"', actions: ['http:orders'] })
  await broker.context.cluster.publish({ topic: 'o', payload: Buffer.from('x'), qos: 0, retain: false })
  const told = JSON.parse((await scrape(broker, '/prometheus/data_integration', asJson)).text)
  expect(told).toMatchObject({
    data_integration_overview: { emqx_rules_count: 1, emqx_actions_count: 1, emqx_connectors_count: 1 },
    rules: [{ id: 'r', emqx_rule_enable: 1, emqx_rule_matched: 1, emqx_rule_actions_total: 1 }],
    actions: [
      {
        id: 'http:orders',
        emqx_action_enable: 1,
        emqx_action_status: 0,
        emqx_action_matched: 1,
        emqx_action_queuing: 1,
        emqx_action_dropped: 0,
      },
    ],
    connectors: [{ id: 'http:erp', emqx_connector_enable: 1, emqx_connector_status: 0 }],
  })
  const { text } = await scrape(broker, '/prometheus/data_integration?mode=all_nodes_unaggregated')
  expect(text).toMatch(/^emqx_action_queuing\{id="http:orders",node="[^"]+"\} 1$/m)
  expect(text).toContain('# TYPE emqx_action_queuing gauge\n')
})

it('tells when certificates of listeners expire', async () => {
  const broker = await start()
  await broker.ask('POST', '/listeners', { type: 'ssl', name: 'plant', bind: '127.0.0.1:0', enable: true })
  const [, expiry] =
    /emqx_cert_expiry_at\{listener_type="ssl",listener_name="plant"\} (\d+)/.exec(
      (await scrape(broker, '/prometheus/stats')).text,
    ) ?? []
  expect(Number(expiry) * 1000).toBeGreaterThan(broker.context.now())
})

it('has more in Enterprise: the license, and what there is nothing of here', async () => {
  const broker = await start(manualClock(), 'enterprise')
  const stats = JSON.parse((await scrape(broker, '/prometheus/stats', asJson)).text)
  expect(stats.license).toEqual({ emqx_license_expiry_at: Date.parse('2029-04-17') / 1000 })
  expect((await scrape(broker, '/prometheus/data_integration')).text).toContain(
    'emqx_schema_registrys_count 0',
  )
  expect((await scrape(broker, '/prometheus/schema_validation', asJson)).text).toBe(
    '{"schema_validations":[]}',
  )
  expect((await scrape(broker, '/prometheus/message_transformation')).text).toContain(
    '# TYPE emqx_message_transformation_failed counter',
  )
  expect((await scrape(await start(), '/prometheus/schema_validation')).status).toBe(404)
})

it('asks for a token or an API key once that is switched on', async () => {
  const broker = await start()
  await broker.ask('PUT', '/prometheus', { enable_basic_auth: true })
  expect((await scrape(broker, '/prometheus/stats')).status).toBe(401)
  const authorization = `Bearer ${broker.login()}`
  expect((await scrape(broker, '/prometheus/stats', { authorization })).status).toBe(200)
  await broker.ask('PUT', '/prometheus', {})
  expect((await scrape(broker, '/prometheus/stats')).status).toBe(200)
})

it('fills in what is not sent, and understands the older style', async () => {
  const broker = await start()
  const before = await broker.ask('GET', '/prometheus')
  expect(before.body).toMatchObject({
    enable_basic_auth: false,
    push_gateway: { enable: false, interval: '15s', method: 'put', headers: {} },
    collectors: { vm_memory: 'disabled' },
  })
  const older = {
    enable: false,
    push_gateway_server: 'http://127.0.0.1:9099',
    interval: '30s',
    job_name: 'x',
    headers: { a: 'b' },
    vm_memory_collector: 'enabled',
  }
  expect((await broker.ask('PUT', '/prometheus', older)).body).toMatchObject({
    push_gateway: { url: 'http://127.0.0.1:9099', interval: '30s', job_name: 'x', headers: { a: 'b' } },
    collectors: { vm_memory: 'enabled', mnesia: 'disabled' },
  })
  expect((await broker.ask('PUT', '/prometheus', {})).body).toEqual(before.body)
})

it.each([
  [settings({ url: 'not a url' }), 'Invalid url', 'root.push_gateway.url'],
  [settings({ interval: 'x' }), 'Not a valid duration', 'root.push_gateway.interval'],
  [{ enable_basic_auth: 'x' }, 'Unable to parse boolean value', 'root.enable_basic_auth'],
  [{ enable_basic_auth: true, foo: 1 }, 'unknown_fields', 'root'],
  [{ enable: true, interval: 'x' }, 'Not a valid duration', 'root.interval'],
])('%# refuses with reason and place', async (body, reason, path) => {
  const broker = await start()
  const { status, body: refusal } = await broker.ask('PUT', '/prometheus', body)
  expect(status).toBe(400)
  expect(JSON.stringify(refusal)).toContain(
    JSON.stringify(JSON.stringify({ reason, path }).slice(1, -1)).slice(1, -1),
  )
})

interface Pushed {
  readonly request: IncomingMessage
  readonly text: string
}

async function startGateway(status: () => number) {
  const pushed: Pushed[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    pushed.push({ request, text: Buffer.concat(chunks).toString() })
    response.writeHead(status()).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { pushed, url: `http://127.0.0.1:${port}` }
}

it('pushes the figures of each node, and raises an alarm while they are not taken', async () => {
  const clock = manualClock()
  const broker = await start(clock)
  let status = 200
  const gateway = await startGateway(() => status)
  const on = settings({
    enable: true,
    url: gateway.url,
    interval: '10s',
    headers: { Authorization: 'Basic x' },
  })
  await broker.ask('PUT', '/prometheus', on)
  clock.advance(10_000)
  await eventually(() => expect(gateway.pushed).toHaveLength(2))
  expect(gateway.pushed.map(({ request }) => `${request.method} ${request.url}`).sort()).toEqual([
    'PUT /metrics/job/emqx/instance/emqx~127.0.0.1',
    'PUT /metrics/job/emqx2/instance/emqx2~127.0.0.2',
  ])
  expect(gateway.pushed[0]?.request.headers.authorization).toBe('Basic x')
  expect(gateway.pushed[0]?.text).toContain('emqx_connections_count 0')
  status = 503
  await eventually(() => {
    clock.advance(10_000)
    expect(exportAlarms(broker)).toMatchObject([
      { name: 'pushgateway_export_failed', message: expect.stringContaining('503') },
    ])
  })
  await broker.ask('PUT', '/prometheus', {})
  expect(exportAlarms(broker)).toEqual([])
  const count = gateway.pushed.length
  clock.advance(60_000)
  expect(gateway.pushed).toHaveLength(count)
})
