import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fullDisk } from '../testing/full-disk.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openRaw } from '../testing/raw-client.ts'
import { createTestBroker, type TestBroker } from '../testing/test-broker.ts'

type Write = Parameters<TestBroker['ask']>

const listener = { type: 'tcp', name: 'extra', bind: '127.0.0.1:0' }
const builtIn = { mechanism: 'password_based', backend: 'built_in_database' }
const users = '/authentication/password_based%3Abuilt_in_database/users'
const rules = '/authorization/sources/built_in_database/rules/clients'
const rule = { topic: 't', permission: 'deny', action: 'all' }
const trace = { name: 'trace', type: 'topic', topic: 't/#' }

const connector = { type: 'http', url: 'http://127.0.0.1:9', pool_size: 1 }
const action = { type: 'http', connector: 'before', parameters: { path: '/', method: 'post' } }
const validation = {
  topics: ['t'],
  strategy: 'all_pass',
  failure_action: 'drop',
  checks: [{ type: 'sql', sql: 'SELECT * WHERE true' }],
}
const transformation = {
  topics: ['t'],
  failure_action: 'drop',
  operations: [{ key: 'topic', value: 'topic' }],
}

/** One write for everything that the API stores, and the path at which it is seen. */
const writes: readonly Write[] = [
  ['POST', '/users', { username: 'second', password: 'Deck-1234', description: '' }],
  ['POST', '/api_key', { name: 'key', desc: '', enable: true }],
  ['DELETE', '/api_key/before'],
  ['POST', '/banned', { as: 'clientid', who: 'somebody' }],
  ['POST', '/listeners', listener],
  ['POST', '/listeners/tcp:default/stop'],
  ['DELETE', '/listeners/ws:default'],
  ['PUT', '/mqtt/delayed', { enable: true, max_delayed_messages: 9 }],
  ['POST', users, { user_id: 'device', password: 'secret' }],
  ['POST', rules, [{ clientid: 'device', rules: [rule] }]],
  ['PUT', '/mqtt/topic_rewrite', [{ action: 'all', source_topic: 'a/#', dest_topic: 'b', re: '^a/(.+)$' }]],
  ['POST', '/trace', trace],
  ['POST', '/publish', { topic: 'kept', payload: 'x', retain: true }],
  ['DELETE', '/mqtt/retainer/message/before'],
  ['POST', '/publish', { topic: '$delayed/600/later', payload: 'x' }],
  ['POST', '/mqtt/topic_metrics', { topic: 'counted' }],
  ['POST', '/rules', { id: 'second', sql: 'SELECT * FROM "a"', actions: [] }],
  ['PUT', '/rules/before', { sql: 'SELECT * FROM "changed"' }],
  ['DELETE', '/rules/before'],
  ['PUT', '/rule_engine', { ignore_sys_message: false }],
  ['POST', '/connectors', { ...connector, name: 'second' }],
  ['PUT', '/connectors/http:before/enable/false'],
  ['POST', '/actions', { ...action, name: 'second' }],
  ['DELETE', '/actions/http:before'],
  ['POST', '/schema_registry', { name: 'second', type: 'json', source: '{}' }],
  ['DELETE', '/schema_registry/before'],
  ['POST', '/schema_validations', { ...validation, name: 'second' }],
  ['DELETE', '/schema_validations/validation/before'],
  ['POST', '/message_transformations', { ...transformation, name: 'second' }],
  ['DELETE', '/message_transformations/transformation/before'],
  ['PUT', '/gateways/stomp', { name: 'stomp', enable: false, listeners: [] }],
  ['POST', '/exhooks', { name: 'second', enable: false, url: 'http://127.0.0.1:9' }],
]

const seen = [
  '/users',
  '/api_key',
  '/banned',
  '/listeners',
  '/mqtt/delayed',
  users,
  rules,
  '/mqtt/topic_rewrite',
  '/trace',
  '/mqtt/retainer/messages',
  '/mqtt/delayed/messages',
  '/authentication',
  '/rules',
  '/rule_engine',
  '/connectors',
  '/actions',
  '/schema_registry',
  '/schema_validations',
  '/message_transformations',
  '/gateways',
  '/exhooks',
]

async function state(broker: TestBroker): Promise<unknown> {
  const answers = []
  for (const path of seen) answers.push([path, (await broker.ask('GET', path)).body])
  return answers
}

/** Other alarms are left out: no server responds at the address of the connector, which raises an alarm of its own. */
const storageAlarms = ({ context }: TestBroker) =>
  context.alarms.active().filter(({ name }) => name === 'storage_failed')

async function arrange() {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-full-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const disk = fullDisk()
  const clock = manualClock()
  const broker = await createTestBroker({ dataDir, disk, clock, nodes: 1, edition: 'enterprise' })
  onTestFinished(() => broker.close())
  await broker.ask('POST', '/authentication', {
    ...builtIn,
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  })
  await broker.ask('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
  await broker.ask('POST', '/api_key', { name: 'before', desc: '', enable: true })
  await broker.ask('POST', '/publish', { topic: 'before', payload: 'x', retain: true })
  const kept: readonly Write[] = [
    ['POST', '/rules', { id: 'before', sql: 'SELECT * FROM "b"', actions: [] }],
    ['POST', '/connectors', { ...connector, name: 'before' }],
    ['POST', '/actions', { ...action, name: 'before' }],
    ['POST', '/schema_registry', { name: 'before', type: 'json', source: '{}' }],
    ['POST', '/schema_validations', { ...validation, name: 'before' }],
    ['POST', '/message_transformations', { ...transformation, name: 'before' }],
  ]
  for (const write of kept) expect([write[1], (await broker.ask(...write)).status]).toEqual([write[1], 201])
  return { broker, disk, clock }
}

test('what a full disk refuses is answered 503, has no effect and works once there is room', async () => {
  const { broker, disk, clock } = await arrange()
  const before = await state(broker)
  disk.isFull = true
  for (const write of writes) {
    const { status, body } = await broker.ask(...write)
    expect([write[1], status, body]).toEqual([
      write[1],
      503,
      { code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(/^Nothing was changed.+no space left/) },
    ])
  }
  expect(await state(broker)).toEqual(before)
  expect(storageAlarms(broker)).toMatchObject([{ message: expect.stringContaining('no space left') }])
  disk.isFull = false
  clock.advance(10_000)
  await expect.poll(() => storageAlarms(broker)).toEqual([])
  for (const write of writes) expect((await broker.ask(...write)).status, write[1]).toBeLessThan(300)
  expect(await state(broker)).not.toEqual(before)
})

test('a client is not told that a message is kept when the disk is full, and its session ends for good', async () => {
  const { broker, disk, clock } = await arrange()
  const { cluster } = broker.context
  await broker.ask('DELETE', '/authentication/password_based%3Abuilt_in_database')
  const raw = openRaw(cluster)
  await raw.connect({ clientId: 'device', properties: { sessionExpiryInterval: 3600 } })
  disk.isFull = true
  raw.send({ cmd: 'publish', dup: false, topic: 'kept', payload: 'y', qos: 1, messageId: 1, retain: true })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x83)
  expect(cluster.retained('kept')).toEqual([])
  cluster.kick('device')
  disk.isFull = false
  clock.advance(10_000)
  await expect.poll(() => storageAlarms(broker)).toEqual([])
  // The end of the session is on disk after this write, because the write follows it in the queue.
  await broker.ask('POST', '/banned', { as: 'clientid', who: 'somebody' })
  expect(cluster.session('device')).toBeUndefined()
})
