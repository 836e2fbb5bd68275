import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

it('judges a small cluster, and says what it cannot know', async () => {
  const { screen } = await renderApp('/cluster/health')
  const fine = await screen.findByRole('region', { name: 'Passed' })
  await within(fine).findByText('All 2 nodes are running.')
  await within(fine).findByText('This edition needs no license.')
  await within(fine).findByText('No messages lost since the nodes started.')
  await within(fine).findByText(
    'admin does not use the default password: this session was opened with another one.',
  )
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  const anonymous = await within(attention).findByRole('listitem', { name: 'Anonymous access' })
  await within(anonymous).findByText('Clients connect without credentials.')
  within(anonymous).getByText('No authenticator is configured.')
  const fix = within(anonymous).getByRole('link', { name: 'Authentication' })
  expect(fix.getAttribute('href')).toBe('/authentication')
  const unknown = await screen.findByRole('region', { name: 'Unknown' })
  await within(unknown).findByText("Can't determine the disk usage.")
})

it('sees a node stop and a message get lost, and leads to where that is explained', async () => {
  const app = await renderApp('/cluster/health')
  const { screen, broker, user } = app
  await screen.findByText('All 2 nodes are running.')
  await screen.findByText('No messages lost since the nodes started.')
  const slow = await connectClient(broker.context.cluster, {
    clientId: 'slow',
    clean: false,
    protocolVersion: 4,
  })
  await slow.subscribeAsync('t', { qos: 1 })
  slow.end(true)
  await waitFor(() => expect(broker.context.cluster.session('slow')?.isConnected).toBe(false))
  const limit = broker.context.cluster.session('slow')?.mqueueMax ?? 0
  for (let sent = 0; sent < limit + 3; sent += 1) {
    await broker.context.cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 1, retain: false })
  }
  await broker.context.cluster.nodes[1]?.stop()
  await user.click(screen.getByRole('button', { name: 'Run checks again' }))
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  await within(attention).findByText('1 of 2 nodes not running.')
  const listeners = screen.getByRole('listitem', { name: 'Listeners' })
  // The broker reports no listeners for a stopped node.
  await within(listeners).findByText(/^All \d+ enabled listeners are running on every running node\.$/)
  const drops = await within(attention).findByRole('listitem', { name: 'Dropped messages' })
  await within(drops).findByText(/^(Losing|3 messages lost)/)
  await user.click(within(drops).getByRole('link', { name: 'Counters of dropped messages' }))
  await waitFor(() => expect(app.path()).toBe('/dashboard/metrics?search=dropped'))
})

it('asks every node what it has applied last, and says which one is behind', async () => {
  const { screen, network } = await renderApp('/cluster/health', {
    arrange: (_broker, network) => {
      network.answer(/\/prometheus\/stats$/, () => {
        const lines = ['{node="emqx@127.0.0.1"} 12', '{node="emqx2@127.0.0.2"} 9']
        return new Response(lines.map((line) => `emqx_conf_sync_txid${line}\n`).join(''))
      })
    },
  })
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  const check = await within(attention).findByRole('listitem', { name: 'Configuration of the nodes' })
  await within(check).findByText('1 node is behind the configuration of the cluster.')
  within(check).getByText('emqx2@127.0.0.2: configuration change 9 applied last')
  expect(network.asked).toContain('GET /api/v5/prometheus/stats?mode=all_nodes_unaggregated')
  expect(within(check).getByRole('link', { name: 'Nodes' }).getAttribute('href')).toBe('/dashboard/nodes')
})

it('says which actions do not work and why, whose buffers fill, and which drop messages', async () => {
  const app = await renderApp('/cluster/health', {
    edition: 'enterprise',
    arrange: async (broker) => {
      await broker.ask('POST', '/connectors', { type: 'http', name: 'erp', url: 'http://127.0.0.1:9' })
      await broker.ask('POST', '/actions', {
        type: 'http',
        name: 'orders',
        connector: 'erp',
        parameters: { path: '/x', method: 'post' },
        resource_opts: { max_buffer_bytes: '64KB', worker_pool_size: 1, query_mode: 'async' },
      })
      await broker.ask('POST', '/rules', { sql: 'SELECT * FROM "orders/#"', actions: ['http:orders'] })
    },
  })
  const { screen, broker, user } = app
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  const state = await within(attention).findByRole('listitem', { name: 'Actions and sources' })
  await within(state).findByText('1 of 1 enabled action or source is not connected.')
  within(state).getByText(/^http:orders is disconnected: .*The connector is not connected\.$/)
  const fine = screen.getByRole('region', { name: 'Passed' })
  const history = await within(fine).findByRole('listitem', { name: 'Messages to other systems' })
  await within(history).findByText('Nothing waits, and nothing was dropped since you opened the console.')
  const publish = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1)
      await broker.context.cluster.publish({
        topic: 'orders/1',
        payload: Buffer.alloc(5_000, 'x'),
        qos: 1,
        retain: false,
      })
  }
  await publish(8)
  await user.click(screen.getByRole('button', { name: 'Run checks again' }))
  const filling = await within(attention).findByRole('listitem', { name: 'Messages to other systems' })
  await within(filling).findByText('A buffer fills up: 8 messages wait.')
  within(filling).getByText(/^http:orders · emqx@127\.0\.0\.1: .+ of 64 KiB buffered, \d+\s?%/)
  await publish(20)
  await user.click(screen.getByRole('button', { name: 'Run checks again' }))
  await within(filling).findByText('1 action drops messages.')
  within(filling).getByText(/^http:orders: \d+ messages dropped in the last /)
  await user.click(within(filling).getByRole('link', { name: 'Actions and sources' }))
  await waitFor(() => expect(app.path()).toBe('/rule/actions'))
})

it('says which hook servers are not reached', async () => {
  const { screen } = await renderApp('/cluster/health', {
    arrange: async (broker) => {
      await broker.ask('POST', '/exhooks', { name: 'audit', url: 'http://127.0.0.1:9' })
    },
  })
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  const hooks = await within(attention).findByRole('listitem', { name: 'Hook servers' })
  await within(hooks).findByText('1 of 1 enabled hook server is not connected.')
  within(hooks).getByText(/^audit is (connecting|disconnected): emqx@127\.0\.0\.1/)
  within(hooks).getByText(/^The broker does not call a server that is not connected and refuses nothing/)
  expect(within(hooks).getByRole('link', { name: 'ExHook' }).getAttribute('href')).toBe('/exhook')
})

it('knows the default password from the login, and keeps it to itself', async () => {
  const app = await renderApp('/cluster/health', { isSignedIn: false })
  const { screen, user } = app
  await user.type(await screen.findByLabelText('Username'), 'admin')
  await user.type(screen.getByLabelText('Password'), 'public')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await user.click(await screen.findByRole('button', { name: 'Skip for now' }))
  expect(await screen.findByText('admin still has the default password.')).toBeDefined()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('"public"')
})

it('says of each check that the broker does not answer', async () => {
  const app = await renderApp('/cluster/health', {
    arrange: (_broker, network) => {
      network.answer(/\/(nodes|alarms)$/, () => new Response('{"code":"INTERNAL_ERROR"}', { status: 500 }))
    },
  })
  const unknown = await app.screen.findByRole('region', { name: 'Unknown' })
  const nodes = await within(unknown).findByRole('listitem', { name: 'Nodes' })
  within(nodes).getByText("Can't be checked: the broker did not give an answer.")
})

it('tells of an enterprise license', async () => {
  const app = await renderApp('/cluster/health', { edition: 'enterprise' })
  expect(await app.screen.findByText('valid until 2029-04-17')).toBeDefined()
  expect(app.screen.queryByText('This edition needs no license.')).toBeNull()
})

it('speaks Chinese', async () => {
  const { screen } = await renderApp('/cluster/health', { locale: 'zh' })
  expect(await screen.findByRole('heading', { name: '健康检查', level: 1 })).toBeDefined()
  expect(await screen.findByText('全部 2 个节点均在运行。')).toBeDefined()
})

it('says which node is being evacuated, how far that is, and where it is stopped', async () => {
  const away = 'emqx2@127.0.0.2'
  const app = await renderApp('/cluster/health', {
    edition: 'enterprise',
    arrange: async ({ ask, context }) => {
      await connectClient(context.cluster, { clientId: 'a', node: away })
      await ask('POST', `/load_rebalance/${away}/evacuation/start`, { wait_health_check: '1h' })
    },
  })
  const { screen, user, broker } = app
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  const check = await within(attention).findByRole('listitem', { name: 'Evacuation & Rebalancing' })
  await within(check).findByText('1 node is being evacuated.')
  within(check).getByText(`${away}: 1 of 1 clients left`)
  within(check).getByText(/refuses new clients until the evacuation is stopped/)
  expect(within(check).getByRole('link').getAttribute('href')).toBe('/cluster/rebalance')
  await broker.ask('POST', `/load_rebalance/${away}/evacuation/stop`)
  await user.click(screen.getByRole('button', { name: 'Run checks again' }))
  const passed = screen.getByRole('region', { name: 'Passed' })
  await within(passed).findByText('No node is being evacuated, and no rebalancing is running.')
})

it('asks a Community cluster for no evacuation, which it has not', async () => {
  const { screen, network } = await renderApp('/cluster/health')
  await screen.findByText('This edition has no evacuation.')
  expect(network.asked.filter((one) => one.includes('load_rebalance'))).toEqual([])
})
