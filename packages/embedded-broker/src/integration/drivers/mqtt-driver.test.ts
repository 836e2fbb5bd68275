import { createServer } from 'node:net'
import { encodeJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { expect, onTestFinished, test } from 'vitest'
import { plainListener } from '../../listen/listener-settings.ts'
import type { Cluster, Message } from '../../mqtt/node/cluster.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import { rowOf, runningAction, runningConnector, runningSource } from '../testing/running.ts'
import { mqttDriver } from './mqtt-driver.ts'

const addressOf = (cluster: Cluster) =>
  cluster.nodes[0]?.listeners.find(({ id }) => id === 'tcp:default')?.bind ?? ''

async function far(): Promise<{ cluster: Cluster; server: string; got: Message[] }> {
  const cluster = await startCluster({ listen: true })
  const got: Message[] = []
  onTestFinished(cluster.on('published', ({ message }) => void (message.isSys || got.push(message))))
  return { cluster, server: addressOf(cluster), got }
}

const document = (server: string, more: Readonly<Record<string, unknown>> = {}) => ({
  server,
  proto_ver: 'v5',
  clientid_prefix: 'br',
  pool_size: 2,
  keepalive: '60s',
  ...more,
})
const row = rowOf({ topic: 'a/b', payload: 'hello', qos: 2n, flags: new Map([['retain', true]]) })

test('Rows are published with topic, QoS and retain of their templates, by the whole pool', async () => {
  const { cluster, server, got } = await far()
  const running = await runningConnector(mqttDriver, document(server), { resource: 'connector:mqtt:self' })
  expect(running.connector.health).toEqual({ status: 'connected' })
  const parameters = {
    topic: 'fwd/${topic}',
    qos: '${qos}',
    retain: '${flags.retain}',
    payload: '${payload}',
  }
  const { send, metrics } = await runningAction(running, parameters)
  for (let n = 0; n < 4; n++) send(row)
  await eventually(() => expect(metrics.figures).toMatchObject({ success: 4, failed: 0 }))
  expect(got).toHaveLength(4)
  expect(got[0]).toMatchObject({ topic: 'fwd/a/b', qos: 2, retain: true, payload: Buffer.from('hello') })
  expect(new Set(got.map(({ fromClientid }) => fromClientid)).size).toBe(2)
  expect([...cluster.sessions()].every(({ clientid }) => /^brself[0-9a-f]{8}:[12]$/.test(clientid))).toBe(
    true,
  )
})

test.each([
  ['', 'pm', 'pm2bd61c44:1'],
  ['pre', 'pq', 'prepq2bd61c44:1'],
  ['', 'fourteenletter', /^[0-9a-f]{22}:1$/],
  ['nineteen-characters', 'pm', /^nineteen-characters[0-9a-f]{3}:1$/],
  ['more-than-19-characters', 'pm', 'more-than-19-characterspm2bd61c44:1'],
])('With the prefix “%s” the connector %s calls itself %s', async (clientid_prefix, name, expected) => {
  const { cluster, server } = await far()
  const more = { clientid_prefix, pool_size: 1 }
  const place = { resource: `connector:mqtt:${name}`, node: 'emqx@127.0.0.1' }
  await runningConnector(mqttDriver, document(server, more), place)
  expect([...cluster.sessions()].map(({ clientid }) => clientid)).toEqual([
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  ])
})

test('A topic that nobody can publish to has failed, and is not tried again', async () => {
  const { server } = await far()
  const running = await runningConnector(mqttDriver, document(server))
  const { send, metrics } = await runningAction(running, { topic: '${topic}' })
  send(rowOf({ topic: 'a/#' }))
  await eventually(() => expect(metrics.figures).toMatchObject({ failed: 1, inflight: 0 }))
})

test('Only who shares a filter subscribes with all of the pool: nothing comes twice', async () => {
  const { cluster, server } = await far()
  const running = await runningConnector(mqttDriver, document(server, { pool_size: 3 }))
  const alone: TermMap[] = []
  const shared: TermMap[] = []
  const first = await runningSource(running, { topic: 'far/#', qos: 1 }, (one) => alone.push(one))
  await runningSource(running, { topic: '$share/g/away/#', qos: 1 }, (one) => shared.push(one))
  expect(first.source.health).toEqual({ status: 'connected' })
  const filters = [...cluster.sessions()].flatMap(({ subscriptions }) => [...subscriptions.keys()]).sort()
  expect(filters).toEqual(['$share/g/away/#', '$share/g/away/#', '$share/g/away/#', 'far/#'])
  const sender = await connectClient(cluster, { clientId: 'dev' })
  const properties = { userProperties: { k: 'v' } }
  for (let n = 0; n < 6; n++) {
    await sender.publishAsync('far/1', `{"n":${n}}`, { qos: 1, properties })
    await sender.publishAsync('away/1', `{"n":${n}}`, { qos: 1 })
  }
  await eventually(() => expect([alone.length, shared.length]).toEqual([6, 6]))
  expect(first.metrics.figures).toMatchObject({ received: 6, matched: 0 })
  const [one] = alone
  expect(one?.get('topic')).toBe('far/1')
  expect(one?.get('payload')).toBe('{"n":0}')
  expect(one?.get('server')).toBe(server)
  expect(one?.get('qos')).toBe(1n)
  expect(encodeJson(one?.get('pub_props'))).toBe(
    '{"User-Property-Pairs":[{"value":"v","key":"k"}],"User-Property":{"k":"v"}}',
  )
})

test('Static identifiers are those of the node; a node without any is not connected, with why', async () => {
  const { cluster, server } = await far()
  const settings = document(server, {
    static_clientids: [
      { node: 'n1@127.0.0.1', ids: ['s1', { clientid: 's2', username: 'u2' }] },
      { node: 'n2@127.0.0.1', ids: [] },
    ],
  })
  const here = await runningConnector(mqttDriver, settings, { node: 'n1@127.0.0.1' })
  expect(here.connector.health).toEqual({ status: 'connected' })
  expect([...cluster.sessions()].map(({ clientid }) => clientid).sort()).toEqual(['s1', 's2'])
  expect(cluster.session('s2')?.username).toBe('u2')
  const there = await runningConnector(mqttDriver, settings, { node: 'n2@127.0.0.1' })
  expect(there.connector.health).toMatchObject({
    status: 'disconnected',
    reason: '{unhealthy_target,<<"Connector has no assigned static clientids">>}',
  })
})

test('Who refuses, is silent, or is no broker at all is not connected, with why', async () => {
  const absent = await runningConnector(mqttDriver, document(`127.0.0.1:${await freePort()}`))
  expect(absent.connector.health).toMatchObject({
    status: 'disconnected',
    reason: /^Connection refused\. This/,
  })
  const mute = createServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void mute.close())
  const address = mute.address()
  const port = typeof address === 'object' ? address?.port : 0
  const settings = { connect_timeout: '1s', resource_opts: { start_timeout: '3s' } }
  const silent = await runningConnector(mqttDriver, document(`127.0.0.1:${port}`, settings))
  expect(silent.connector.health).toMatchObject({ status: 'disconnected', reason: 'connack_timeout' })
  const rubbish = createServer((socket) =>
    socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'),
  )
  await new Promise<void>((resolve) => rubbish.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void rubbish.close())
  const other = rubbish.address()
  const odd = await runningConnector(
    mqttDriver,
    document(`127.0.0.1:${typeof other === 'object' ? other?.port : 0}`),
  )
  expect(odd.connector.health.status).toBe('disconnected')
})

test('What is sent while the far broker is away arrives when it is back, and sources go on', async () => {
  const first = await far()
  const [, port = ''] = first.server.split(':')
  const settings = document(first.server, { pool_size: 1, resource_opts: { health_check_interval: '2s' } })
  const running = await runningConnector(mqttDriver, settings)
  const received: TermMap[] = []
  const { source } = await runningSource(running, { topic: 'far/#', qos: 1 }, (one) => received.push(one))
  const opts = { health_check_interval: '2s', request_ttl: 'infinity' }
  const { send, metrics } = await runningAction(running, { topic: 'fwd/1', qos: 1, payload: '${n}' }, opts)
  await first.cluster.stop()
  await eventually(() => {
    running.clock.advance(2000)
    expect(running.connector.health).toMatchObject({ status: 'disconnected', reason: /./ })
  })
  expect(source.health).toEqual({ status: 'disconnected', reason: 'Resource not operational' })
  for (let n = 0n; n < 20n; n++) send(rowOf({ n }))
  expect(metrics.figures).toMatchObject({ queuing: 20, dropped: 0 })
  const second = await startCluster({
    listen: true,
    nodeNames: ['n1@127.0.0.1'],
    listeners: () => [plainListener('tcp', { host: '127.0.0.1', port: Number(port) })],
  })
  const got: string[] = []
  onTestFinished(
    second.on('published', ({ message: { isSys, payload } }) => void (isSys || got.push(payload.toString()))),
  )
  await eventually(() => {
    running.clock.advance(2000)
    expect(metrics.figures).toMatchObject({ success: 20, queuing: 0 })
  })
  expect(got).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
  const sender = await connectClient(second, { clientId: 'dev' })
  await eventually(() => expect(source.health).toEqual({ status: 'connected' }))
  await sender.publishAsync('far/x', 'again', { qos: 1 })
  await eventually(() => expect(received.map((one) => one.get('payload'))).toEqual(['again']))
})
