import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const [one, two] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']
let broker: TestBroker

beforeEach(async () => {
  broker = await createTestBroker()
})

afterEach(() => broker.close())

const stopSecond = () => broker.context.cluster.nodes[1]?.stop()

it('describes running nodes', async () => {
  const { body } = await broker.ask('GET', `/nodes/${one}`)
  expect(body).toMatchObject({
    node: one,
    node_status: 'running',
    role: 'core',
    version: '5.8.9-brokerdeck',
    edition: 'Opensource',
    memory_total: expect.stringMatching(/^\d+\.\d\dG$/),
    connections: 0,
  })
  expect(await broker.ask('GET', '/nodes')).toMatchObject({ body: [{ node: one }, { node: two }] })
  const unknown = { status: 404, body: { code: 'NOT_FOUND', message: 'Node not found: foo' } }
  for (const path of ['/nodes/foo', '/nodes/foo/stats', '/nodes/foo/metrics']) {
    expect(await broker.ask('GET', path)).toEqual(unknown)
  }
})

it('shows a stopped node in the list only, and has nothing of its own any more', async () => {
  const client = await connectClient(broker.context.cluster, { clientId: 'lost', node: two })
  await stopSecond()
  expect(await broker.ask('GET', '/nodes')).toMatchObject({
    body: [
      { node: one, node_status: 'running' },
      { node: two, node_status: 'stopped', role: 'core' },
    ],
  })
  for (const path of [`/nodes/${two}`, `/monitor/nodes/${two}`, `/monitor_current/nodes/${two}`]) {
    expect(await broker.ask('GET', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  for (const path of [`/clients?node=${two}`, `/subscriptions?node=${two}`]) {
    expect(await broker.ask('GET', path)).toMatchObject({ status: 500, body: { code: 'NODE_DOWN' } })
  }
  expect(await broker.ask('GET', `/topics?node=${two}`)).toMatchObject({ status: 200, body: { data: [] } })
  expect(await broker.ask('GET', `/metrics?node=${two}`)).toEqual({ status: 200, body: [] })
  expect(await broker.ask('GET', '/stats')).toMatchObject({ body: [{ node: one }] })
  expect(await broker.ask('GET', '/cluster')).toMatchObject({ body: { nodes: [one], self: one } })
  expect(await broker.ask('GET', '/cluster/topology')).toMatchObject({ body: [{ core_node: one }] })
  expect(await broker.ask('GET', '/clients/lost')).toMatchObject({ status: 404 })
  client.end(true)
})

it('raises an alarm for a node that stopped, until it is back', async () => {
  expect(await broker.ask('GET', '/alarms')).toMatchObject({ body: { data: [], meta: { count: 0 } } })
  await stopSecond()
  const active = await broker.ask('GET', '/alarms?activated=true')
  expect(active).toMatchObject({
    body: { data: [{ name: `node_down/${two}`, node: one, details: { node: two } }] },
  })
  await broker.context.cluster.nodes[1]?.start()
  expect(await broker.ask('GET', '/alarms')).toMatchObject({ body: { data: [] } })
  const past = await broker.ask('GET', '/alarms?activated=false')
  expect(past).toMatchObject({
    body: { data: [{ name: `node_down/${two}`, deactivate_at: expect.any(String) }] },
  })
  expect((await broker.ask('DELETE', '/alarms')).status).toBe(204)
  expect(await broker.ask('GET', '/alarms?activated=false')).toMatchObject({ body: { data: [] } })
})

it('deactivates an alarm by hand', async () => {
  broker.context.alarms.checkCpu(95.123, { high: 80, low: 60 })
  const name = 'high_cpu_usage'
  expect(await broker.ask('GET', '/alarms')).toMatchObject({
    body: { data: [{ name, message: '95.12% cpu usage' }] },
  })
  expect((await broker.ask('POST', '/alarms/force_deactivate', { name })).status).toBe(204)
  const again = await broker.ask('POST', '/alarms/force_deactivate', { name })
  expect(again).toMatchObject({ status: 400, body: { code: 'NOT_FOUND' } })
})

it('adds statistics and counters of the nodes up', async () => {
  const clients = [
    await connectClient(broker.context.cluster, { clientId: 'a', node: one }),
    await connectClient(broker.context.cluster, { clientId: 'b', node: two }),
  ]
  const stats = await broker.ask('GET', '/stats?aggregate=true')
  expect(stats).toMatchObject({ body: { 'connections.count': 2, 'cluster_sessions.count': 4 } })
  expect(await broker.ask('GET', `/nodes/${two}/stats`)).toMatchObject({ body: { 'connections.count': 1 } })
  const metrics = await broker.ask('GET', '/metrics?aggregate=true&node=ghost')
  expect(metrics).toMatchObject({ body: { 'packets.connect.received': 2 } })
  const ofNode = await broker.ask('GET', `/metrics?node=${two}`)
  expect(ofNode).toMatchObject({ body: [{ node: two, 'packets.connect.received': 1 }] })
  expect(await broker.ask('GET', `/nodes/${two}/metrics`)).toMatchObject({
    body: { 'packets.connect.received': 1 },
  })
  for (const client of clients) client.end(true)
})
