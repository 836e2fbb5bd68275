import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']
const disabled = { status: 200, body: { status: 'disabled' } }
const fine = { status: 200, body: {} }
const refused = (message: string, code = 'BAD_REQUEST') => ({ status: 400, body: { code, message } })
const noWait = { wait_health_check: '0s', wait_takeover: '0s' }

async function start() {
  const clock = manualClock()
  const broker = await createTestBroker({ edition: 'enterprise', clock, now: clock.now })
  onTestFinished(() => broker.close())
  const connect = async (clientId: string, node = first) => {
    const client = await connectClient(broker.context.cluster, {
      clientId,
      node,
      clean: false,
      properties: { sessionExpiryInterval: 3600 },
    })
    onTestFinished(() => client.endAsync(true))
    const farewells: unknown[] = []
    client.on('disconnect', ({ reasonCode, properties }) => farewells.push({ reasonCode, ...properties }))
    return { client, farewells }
  }
  const connected = () =>
    [...broker.context.cluster.sessions()].filter(({ isConnected }) => isConnected).length
  return { ...broker, clock, connect, connected }
}

it('evacuates a node: refuses new clients, tells the others where to go, then hands their sessions over', async () => {
  const { ask, clock, connect, connected, context } = await start()
  const clients = await Promise.all(['a', 'b', 'c'].map((id) => connect(id)))
  const path = `/load_rebalance/${first}/evacuation`
  const order = { ...noWait, conn_evict_rate: 2, sess_evict_rate: 2, redirect_to: 'other:1883' }
  expect(await ask('POST', `${path}/start`, { ...order, migrate_to: [second] })).toEqual(fine)
  expect(await ask('POST', `${path}/start`, {})).toEqual(refused(`error on node '${first}': already_started`))
  await connect('elsewhere', second)
  expect(await ask('GET', '/load_rebalance/availability_check')).toEqual({
    status: 503,
    body: { code: 'NODE_EVACUATING', message: 'Node Evacuating' },
  })
  await expect(connectClient(context.cluster, { clientId: 'new' })).rejects.toThrow(/Quota exceeded/)
  clock.advance(1000)
  await expect.poll(connected).toBe(2)
  expect((await ask('GET', '/load_rebalance/global_status')).body).toEqual({
    evacuations: [
      {
        node: first,
        state: 'evicting_conns',
        connection_goal: 0,
        session_goal: 0,
        connection_eviction_rate: 2,
        session_eviction_rate: 2,
        session_recipients: [second],
        stats: { initial_connected: 3, current_connected: 1, initial_sessions: 3, current_sessions: 3 },
      },
    ],
    purges: [],
    rebalances: [],
  })
  expect(await ask('GET', '/node_eviction/status')).toEqual({
    status: 200,
    body: { status: 'enabled', stats: { connections: 1, sessions: 3 } },
  })
  clock.advance(8000)
  for (const { farewells } of clients) {
    await expect.poll(() => farewells).toEqual([{ reasonCode: 0x9c, serverReference: 'other:1883' }])
  }
  expect(clients.map(({ client }) => context.cluster.session(client.options.clientId ?? '')?.node)).toEqual([
    second,
    second,
    second,
  ])
  expect((await ask('GET', '/load_rebalance/status')).body).toMatchObject({
    status: 'enabled',
    process: 'evacuation',
    state: 'prohibiting',
    stats: { current_connected: 0, current_sessions: 0 },
  })
  expect(await ask('POST', `${path}/stop`)).toEqual(fine)
  expect(await ask('POST', `${path}/stop`)).toEqual(refused(`error on node '${first}': not_started`))
  expect(await ask('GET', '/load_rebalance/status')).toEqual(disabled)
  expect(await ask('GET', '/load_rebalance/availability_check')).toEqual(fine)
  await connect('back')
})

it('still takes clients while load balancers are to notice', async () => {
  const { ask, clock, connect } = await start()
  await ask('POST', `/load_rebalance/${first}/evacuation/start`, { wait_health_check: '10s' })
  expect(await ask('GET', '/load_rebalance/availability_check')).toMatchObject({ status: 503 })
  clock.advance(9000)
  await connect('late')
  expect((await ask('GET', '/load_rebalance/status')).body).toMatchObject({ state: 'waiting_health_check' })
})

it('rebalances until the thresholds hold, and then lets everybody in again', async () => {
  const { ask, clock, connect, connected } = await start()
  for (const id of ['a', 'b', 'c', 'd', 'e']) await connect(id)
  const path = `/load_rebalance/${first}`
  const limits = { abs_conn_threshold: 2, rel_conn_threshold: 1.01 }
  expect(await ask('POST', `${path}/start`, {})).toEqual(
    refused(`error on node '${first}': nothing_to_balance`),
  )
  expect(await ask('POST', `${path}/start`, { ...noWait, ...limits, conn_evict_rate: 1 })).toEqual(fine)
  expect(await ask('POST', `${path}/start`, {})).toEqual(
    refused(`Nodes unavailable: ['${first}']`, 'NOT_FOUND'),
  )
  expect((await ask('GET', '/load_rebalance/status')).body).toMatchObject({
    status: 'enabled',
    process: 'rebalance',
    coordinator_node: first,
    recipients: [second],
    state: 'evicting_conns',
    stats: { current_connected: 5, initial_connected: 5 },
  })
  clock.advance(2000)
  await expect.poll(connected).toBe(3)
  expect((await ask('GET', '/load_rebalance/global_status')).body).toMatchObject({
    rebalances: [
      { node: first, donors: [first], recipients: [second], donor_conn_avg: 3, connection_goal: 0 },
    ],
  })
  clock.advance(60_000)
  // Rebalancing starts above two connections: three are more than two, but two are not.
  await expect.poll(connected).toBe(2)
  expect(await ask('GET', '/load_rebalance/status')).toEqual(disabled)
  expect(await ask('POST', `${path}/stop`)).toEqual(refused(`error on node '${first}': not_started`))
  await connect('more')
})

it('stops in the middle, and leaves who is still there', async () => {
  const { ask, clock, connect, connected } = await start()
  for (const id of ['a', 'b', 'c']) await connect(id)
  const order = { ...noWait, conn_evict_rate: 1, abs_conn_threshold: 1, nodes: [first, second] }
  await ask('POST', `/load_rebalance/${first}/start`, order)
  clock.advance(1000)
  await expect.poll(connected).toBe(2)
  expect(await ask('POST', `/load_rebalance/${first}/stop`)).toEqual(fine)
  clock.advance(60_000)
  expect(connected()).toBe(2)
})

it('goes on with an evacuation after a restart, and with a rebalancing no more', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-evacuation-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const before = await createTestBroker({ edition: 'enterprise', dataDir })
  await before.ask('POST', `/load_rebalance/${first}/evacuation/start`, { redirect_to: 'other:1883' })
  await before.close()
  const after = await createTestBroker({ edition: 'enterprise', dataDir })
  expect((await after.ask('GET', '/load_rebalance/global_status')).body).toMatchObject({
    evacuations: [{ node: first, session_recipients: [second] }],
    rebalances: [],
  })
  await expect(connectClient(after.context.cluster, { clientId: 'new' })).rejects.toThrow(/Quota exceeded/)
  await after.close()
  // In Community the operation cannot be stopped, so it does not continue.
  const community = await createTestBroker({ dataDir })
  onTestFinished(() => community.close())
  await connectClient(community.context.cluster, { clientId: 'new' })
})

it('refuses in the words of the broker', async () => {
  const { ask } = await start()
  const path = `/load_rebalance/${first}`
  const wrong = (value: unknown) =>
    refused(
      `{"value":${JSON.stringify(value)},"reason":{"expected":"pos_integer()"},"path":"root.conn_evict_rate","kind":"validation_error"}`,
    )
  expect(await ask('POST', `${path}/start`, { conn_evict_rate: 0 })).toEqual(wrong(0))
  expect(await ask('POST', `${path}/evacuation/start`, { conn_evict_rate: 'fast' })).toEqual(wrong('fast'))
  expect(await ask('POST', `${path}/evacuation/start`, { wait_takeover: 'soon' })).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  })
  expect(await ask('POST', '/load_rebalance/nope@127.0.0.1/start', {})).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Node not found: nope@127.0.0.1' },
  })
  const nowhere = refused('Invalid nodes: [<<"nope@127.0.0.1">>]')
  expect(await ask('POST', `${path}/start`, { nodes: ['nope@127.0.0.1'] })).toEqual(nowhere)
  expect(await ask('POST', `${path}/evacuation/start`, { migrate_to: ['nope@127.0.0.1'] })).toEqual(nowhere)
  expect(await ask('POST', `${path}/start`, { nodes: [first] })).toEqual(
    refused(`error on node '${first}': nothing_to_balance`),
  )
  // EMQX 5.8.9 responds with its page for an unknown path.
  expect((await ask('POST', `${path}/purge/start`, {})).status).toBe(404)
})
