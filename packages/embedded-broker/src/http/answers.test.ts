import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readablePaths } from '../testing/broker-state.ts'
import { connectClient } from '../testing/connect-client.ts'
import { eventually } from '../testing/eventually.ts'
import { fillKept, keptResources } from '../testing/fill-kept.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { exampleOf, fillExamples } from '../testing/resource-examples.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

const clock = manualClock()
const ldap = {
  backend: 'ldap',
  enable: false,
  server: '127.0.0.1:389',
  base_dn: 'dc=x',
  username: 'x',
  password: 'x',
}
const database = '/authentication/scram:built_in_database'
let broker: TestBroker

beforeAll(async () => {
  // Enterprise is used, because it has all that Community has, and more.
  broker = await createTestBroker({ clock, edition: 'enterprise' })
  const client = await connectClient(broker.context.cluster, {
    clientId: 'a',
    protocolVersion: 4,
    clean: false,
  })
  await client.subscribeAsync(['a/#', '$share/g/b'], { qos: 1 })
  client.end(true)
  await eventually(() => expect(broker.context.cluster.session('a')?.isConnected).toBe(false))
  await connectClient(broker.context.cluster, { clientId: 'b' })
  await broker.ask('PUT', '/file_transfer', { enable: true })
  const sender = await connectClient(broker.context.cluster, { clientId: 'c' })
  const upload = [
    ['init', '{"name":"f"}'],
    ['0', 'x'],
    ['fin/1', ''],
  ] as const
  for (const [command, payload] of upload)
    await sender.publishAsync(`$file/f/${command}`, payload, { qos: 1 })
  await broker.ask('POST', '/trace', { name: 'key', type: 'topic', topic: 'a/#' })
  await broker.ask('POST', '/mqtt/topic_metrics', { topic: 'a/b' })
  await broker.ask('POST', '/publish', { topic: 'a/b', payload: 'x', qos: 1, retain: true })
  await broker.ask('POST', '/publish', { topic: '$delayed/600/a/b', payload: 'x' })
  await broker.ask('POST', '/banned', { as: 'username', who: 'x', until: '2030-01-01T00:00:00Z' })
  await broker.ask('POST', '/api_key', { name: 'key', enable: true, desc: '' })
  await broker.ask('PUT', '/sso/ldap', ldap)
  await broker.ask('PUT', '/configs/log', { audit: { enable: true } })
  const rules = '/authorization/sources/built_in_database/rules'
  await broker.ask('POST', '/authorization/sources', { type: 'built_in_database', enable: false })
  await broker.ask('POST', `${rules}/clients`, [{ clientid: 'a', rules: [] }])
  await broker.ask('POST', `${rules}/users`, [{ username: 'a', rules: [] }])
  await broker.ask('POST', '/authentication', { mechanism: 'scram', backend: 'built_in_database' })
  await broker.ask('POST', `${database}/users`, { user_id: 'a', password: 'x' })
  await broker.ask('POST', '/rules', { id: 'key', sql: 'SELECT * FROM "a"' })
  broker.context.alarms.checkCpu(99, { high: 80, low: 60 })
  await fillKept(broker)
  await fillExamples(broker.ask)
  clock.advance(10_000)
  await eventually(() => expect(broker.context.monitor.history(60)).not.toEqual([]))
})

afterAll(() => broker.close())

const reads = Object.values(contract)
  .flatMap((resource): Endpoint[] => Object.values(resource))
  .filter(
    ({ method, gives, response }) => method === 'GET' && gives !== 'file' && response[200] !== undefined,
  )
  // Clients of gateways need sockets: `gateway-clients-api.test.ts` tests these paths.
  .filter(({ path }) => !path.startsWith('/gateways/:name/clients/'))
  // Nothing is stored durably here: `durable-storage-api.test.ts` tests these responses.
  .filter(({ path }) => !/^\/(ds\/\w+\/:|durable_queues)/.test(path))
  // A package never exists: `relup-api.test.ts` tests this.
  .filter(({ path }) => path !== '/relup/package')
  // These paths exist in Community only: `telemetry-api.test.ts` tests them.
  .filter(({ path }) => !path.startsWith('/telemetry/'))
  // The responses come from devices: `gateway-devices-api.test.ts` tests these paths.
  .filter(({ path }) => !path.startsWith('/gateways/lwm2m/clients/'))

const params: Readonly<Record<string, string>> = {
  clientid: 'a',
  node: 'emqx@127.0.0.1',
  topic: 'a%2F%23',
  id: 'tcp:default',
  type: 'clientid',
  backend: 'ldap',
  name: 'key',
  username: 'a',
}
const coapListener = '/gateways/coap/listeners/coap%3Audp%3Adefault/authentication'
/** The meaning of `:name` and other parameters differs by path. */
const filledPaths: Readonly<Record<string, string>> = {
  '/gateways/:name/authentication/users': '/gateways/coap/authentication/users',
  '/gateways/:name/authentication/users/:uid': '/gateways/coap/authentication/users/a',
  '/gateways/:name/listeners/:id/authentication': coapListener,
  '/gateways/:name/listeners/:id/authentication/users': `${coapListener}/users`,
  '/gateways/:name/listeners/:id/authentication/users/:uid': `${coapListener}/users/a`,
  '/file_transfer/files/:clientid/:fileid': '/file_transfer/files/c/f',
  '/gateways/:name/clients': '/gateways/stomp/clients',
  '/gateways/:name/listeners': '/gateways/stomp/listeners',
  '/gateways/:name/listeners/:id': '/gateways/stomp/listeners/stomp%3Atcp%3Adefault',
  '/schema_registry_external/registry/:name': '/schema_registry_external/registry/confluent',
  '/rules/:id': '/rules/key',
  '/rules/:id/metrics': '/rules/key/metrics',
  '/schemas/:name': '/schemas/hotconf',
  '/mqtt/topic_metrics/:topic': '/mqtt/topic_metrics/a%2Fb',
  '/authentication/:id': database,
  '/authentication/:id/status': `${database}/status`,
  '/authentication/:id/users': `${database}/users`,
  '/authentication/:id/users/:user_id': `${database}/users/a`,
  '/authorization/sources/:type': '/authorization/sources/file',
  '/authorization/sources/:type/status': '/authorization/sources/file/status',
}
const hasExample = (path: string) =>
  exampleOf(path) !== undefined ||
  keptResources.some(({ endpoints }) => Object.values(endpoints).some((one) => one.path === path))

/** The broker generates this identifier. */
const messageId = () => broker.context.cluster.delayed.all()[0]?.message.id ?? ''

it.each(reads)('GET $path answers what the contract says', async ({ path, response }) => {
  const fill = (name: string) => (name === 'msgid' ? messageId() : (params[name] ?? ''))
  const [kept] =
    filledPaths[path] === undefined && hasExample(path)
      ? await readablePaths(broker, (one) => one === path)
      : []
  const filled = kept ?? filledPaths[path] ?? path.replaceAll(/:(\w+)/g, (_, name: string) => fill(name))
  for (const query of ['', '?aggregate=true&latest=60&activated=false&format=json&limit=1']) {
    const { status, body } = await broker.ask('GET', filled + query)
    expect(status).toBe(200)
    const schema = response[200]
    if (schema === undefined || schema === null) throw new Error(`${path} answers nothing`)
    expect(v.safeParse(schema, body).issues).toBeUndefined()
  }
})
