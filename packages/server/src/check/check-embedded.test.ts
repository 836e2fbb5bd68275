import { createEmbeddedBroker } from '@brokerdeck/embedded-broker/embedded-broker.ts'
import { brokerFastifyOptions } from '@brokerdeck/embedded-broker/http/broker-fastify-options.ts'
import { startSampleFleet } from '@brokerdeck/embedded-broker/sample-fleet.ts'
import { askThrough } from '@brokerdeck/embedded-broker/testing/ask-through.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { eventually } from '@brokerdeck/embedded-broker/testing/eventually.ts'
import { fillKept } from '@brokerdeck/embedded-broker/testing/fill-kept.ts'
import { fillExamples } from '@brokerdeck/embedded-broker/testing/resource-examples.ts'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { runCheck } from './run-check.ts'

/** Checks a broker without any configuration and returns the output of `brokerdeck check`. */
async function checkFresh(edition: 'community' | 'enterprise') {
  const broker = await createEmbeddedBroker({
    nodes: 1,
    listen: false,
    adminPassword: 'Passw0rd!',
    edition,
    passwordCost: 16,
  })
  const api = Fastify(brokerFastifyOptions)
  await api.register(broker.plugin)
  onTestFinished(async () => {
    await api.close()
    await broker.close()
  })
  const lines: string[] = []
  const code = await runCheck({
    broker: await api.listen({ host: '127.0.0.1', port: 0 }),
    access: { username: 'admin', password: 'Passw0rd!' },
    insecureTls: false,
    write: (piece) => void lines.push(piece),
  })
  return { code, text: lines.join('') }
}

test('a fresh Enterprise, with nothing configured and its audit log off, can be used', async () => {
  const { code, text } = await checkFresh('enterprise')
  expect(text).not.toMatch(/gone while|REFUSED/)
  expect(text).toMatch(/GET \/audit +400 +switched off\n/)
  expect(text).toMatch(/GET \/durable_queues +404 +switched off\n/)
  expect(text).toMatch(/The console can be used with this broker\./)
  expect(code).toBe(0)
})

test('a fresh Community lacks what is of Enterprise, and can be used', async () => {
  const { code, text } = await checkFresh('community')
  for (const path of ['gateways', 'plugins', 'exhooks']) {
    expect(text).toMatch(new RegExp(`GET /${path} +200 +read\\n`))
  }
  const lacking = [...text.matchAll(/^GET \/(\w+)\S* +404 +not offered/gm)].map(([, first]) => first)
  expect(new Set(lacking)).toEqual(
    new Set([
      'audit',
      'cluster',
      'configs',
      'ds',
      'durable_queues',
      'file_transfer',
      'gcp_devices',
      'license',
      'load_rebalance',
      'message_transformations',
      'node_eviction',
      'opentelemetry',
      'prometheus',
      'schema_registry',
      'schema_registry_external',
      'schema_validations',
      'sso',
    ]),
  )
  expect(text).toMatch(/GET \/telemetry\/data +404 +switched off\n/)
  expect(text).not.toMatch(/DOES NOT PARSE|REFUSED|NO ANSWER/)
  expect(text).toMatch(/The console can be used with this broker\./)
  expect(code).toBe(0)
})

test('the embedded broker with its sample fleet answers everything the console asks', async () => {
  const broker = await createEmbeddedBroker({
    nodes: 2,
    mqttPort: 0,
    wsPort: 0,
    adminPassword: 'Passw0rd!',
    edition: 'enterprise',
  })
  const fleet = startSampleFleet(broker.context)
  const api = Fastify(brokerFastifyOptions)
  await api.register(broker.plugin)
  onTestFinished(async () => {
    await fleet.stop()
    await api.close()
    await broker.close()
  })
  const address = await api.listen({ host: '127.0.0.1', port: 0 })
  const { cluster } = broker.context
  await eventually(() => {
    const phone = cluster.session('sample-phone-6')
    expect(phone?.isConnected === false && phone.subscriptions.size).toBe(1)
    expect(
      [...cluster.sessions()].filter((session) => session.isWebSocket && session.isConnected).length,
    ).toBe(3)
  })
  await cluster.publish({ topic: 'sample/alerts/hall', payload: Buffer.from('!'), qos: 1, retain: false })
  const token = broker.context.tokens.issue('admin')
  const send = askThrough(api, () => token)
  const ask = (path: string, body: object) => send('POST', path, body)
  const { gateways } = broker.context
  await eventually(() => expect(gateways.running('lwm2m')?.client('sample_cold_room')).toBeDefined())
  await send('PUT', '/file_transfer', { enable: true })
  await ask('/authorization/sources', { type: 'built_in_database', enable: false })
  const sender = await connectClient(cluster)
  await sender.publishAsync('$file/f/init', '{"name":"f"}', { qos: 1 })
  await sender.publishAsync('$file/f/fin/0', '', { qos: 1 })
  await sender.endAsync()
  await fillExamples(send)
  await fillKept(broker)
  await ask('/api_key', { name: 'grafana', desc: '', enable: true })
  const rules = '/authorization/sources/built_in_database/rules'
  await ask(`${rules}/clients`, [{ clientid: 'plc', rules: [] }])
  await ask(`${rules}/users`, [{ username: 'plc', rules: [] }])
  await cluster.publish({
    topic: '$delayed/600/sample/later',
    payload: Buffer.from('!'),
    qos: 1,
    retain: false,
  })
  await ask('/mqtt/topic_metrics', { topic: 'sample/alerts/hall' })
  await ask('/trace', { name: 'hall', type: 'topic', topic: 'sample/#' })
  // The fleet is connected already, so the authenticator refuses none of its clients.
  await ask('/authentication', {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
  })
  const users = '/authentication/password_based:built_in_database/users'
  await ask(users, { user_id: 'plc', password: 'secret' })
  // The changed configuration ends connections; the client of the sample connects again.
  await eventually(() => expect([...(gateways.running('stomp')?.clients() ?? [])]).toHaveLength(1))
  let text = ''
  const code = await runCheck({
    broker: address,
    access: { username: 'admin', password: 'Passw0rd!' },
    insecureTls: false,
    write: (piece) => {
      text += piece
    },
  })
  expect(text).not.toMatch(/DOES NOT PARSE|NOT OFFERED|REFUSED|NO ANSWER/)
  // Nothing is stored durably here.
  expect([...text.matchAll(/^GET (\S+) .*not asked/gm)].map(([, path]) => path)).toEqual([
    '/durable_queues/:id',
    '/ds/storages/:ds',
    '/ds/storages/:ds/replicas',
  ])
  expect(text).toMatch(/questions: .* The console can be used with this broker\./)
  expect(code).toBe(0)
})
