import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import {
  matchEndpoint,
  recordedExchanges,
  recordedTest,
} from '@brokerdeck/contract/testing/shared-material.ts'
import { expect, it, onTestFinished } from 'vitest'
import { brokerState, endpoints } from './testing/broker-state.ts'
import { connectClient } from './testing/connect-client.ts'
import { keptResources } from './testing/fill-kept.ts'
import { manualClock } from './testing/manual-clock.ts'
import { resourceExamples, type Write } from './testing/resource-examples.ts'
import { createTestBroker, type TestBroker } from './testing/test-broker.ts'

type Method = Parameters<TestBroker['ask']>[0]
const methods: readonly string[] = ['POST', 'PUT', 'DELETE'] satisfies readonly Method[]

const rules = '/authorization/sources/built_in_database/rules'
const database = '/authentication/password_based:built_in_database'
const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}
const allowed = [{ topic: 'a/#', permission: 'allow', action: 'all' }]

/** The order is such that each write is accepted. Writes of a whole document are in `restart.test.ts`. */
const writes: readonly Write[] = [
  ['POST', '/users', { username: 'ops', password: 'Passw0rd-1', description: 'x', role: 'viewer' }],
  ['PUT', '/users/ops', { description: 'y', role: 'administrator' }],
  ['POST', '/users/ops/change_pwd', { old_pwd: 'Passw0rd-1', new_pwd: 'Passw0rd-2' }],
  ['DELETE', '/users/ops'],
  ['POST', '/api_key', { name: 'key', enable: true, desc: 'x', role: 'publisher' }],
  ['PUT', '/api_key/key', { enable: false, desc: 'y', expired_at: '2030-01-01T00:00:00Z' }],
  ['DELETE', '/api_key/key'],
  ['PUT', '/license/setting', { connection_low_watermark: '70%', connection_high_watermark: '90%' }],
  ['POST', '/clients/kept/subscribe', { topic: 'b/#', qos: 2, nl: 0, rap: 1, rh: 2 }],
  ['POST', '/clients/kept/subscribe/bulk', [{ topic: 'c' }, { topic: '$share/g/d', qos: 1 }]],
  ['POST', '/clients/kept/unsubscribe', { topic: 'b/#' }],
  ['POST', '/clients/kept/unsubscribe/bulk', [{ topic: 'c' }]],
  ['PUT', '/clients/kept/keepalive', { interval: 77 }],
  ['POST', '/publish', { topic: 'a/b', payload: 'x', qos: 1, retain: true }],
  ['POST', '/publish/bulk', [{ topic: '$delayed/600/a/b', payload: 'eA==', payload_encoding: 'base64' }]],
  ['DELETE', '/mqtt/delayed/messages/a%2Fb'],
  ['DELETE', '/mqtt/retainer/message/a%2Fb'],
  ['DELETE', '/mqtt/retainer/messages'],
  ['POST', '/banned', { as: 'clientid_re', who: '^a+$', until: '2030-01-01T00:00:00Z', reason: '\u2028' }],
  ['POST', '/banned', { as: 'peerhost_net', who: '10.0.0.0/8' }],
  ['DELETE', '/banned/peerhost_net/10.0.0.0%2F8'],
  ['DELETE', '/banned'],
  ['POST', '/data/export', {}],
  ['POST', '/mqtt/topic_metrics', { topic: 'a/b' }],
  ['PUT', '/mqtt/topic_metrics', { action: 'reset', topic: 'a/b' }],
  ['DELETE', '/mqtt/topic_metrics/a%2Fb'],
  ['POST', '/listeners/quic:own', { type: 'quic', id: 'quic:own', bind: '127.0.0.1:24567' }],
  [
    'POST',
    '/listeners',
    { type: 'quic', name: 'named', bind: 14_568, ssl_options: { verify: 'verify_peer' } },
  ],
  ['PUT', '/listeners/quic:own', { type: 'quic', id: 'quic:own', max_connections: 7 }],
  ['POST', '/listeners/quic:own/stop'],
  ['POST', '/listeners/quic:own/start'],
  ['POST', '/listeners/quic:own/restart'],
  ['DELETE', '/listeners/quic:own'],
  ['DELETE', '/listeners/ws:default'],
  ['POST', '/authentication', builtIn],
  ['POST', '/authentication', { mechanism: 'scram', backend: 'built_in_database' }],
  ['PUT', database, { ...builtIn, enable: false }],
  ['PUT', `${database}/position/rear`],
  [
    'PUT',
    '/authentication/order',
    [{ id: 'password_based:built_in_database' }, { id: 'scram:built_in_database' }],
  ],
  ['POST', `${database}/users`, { user_id: 'a', password: 'x', is_superuser: true }],
  ['PUT', `${database}/users/a`, { password: 'y' }],
  ['POST', `${database}/import_users?type=plain`, [{ user_id: 'b', password: 'z' }]],
  ['DELETE', `${database}/users/a`],
  ['DELETE', '/authentication/scram:built_in_database'],
  ['POST', '/authorization/sources', { type: 'built_in_database', enable: true }],
  ['PUT', '/authorization/sources/built_in_database', { type: 'built_in_database', enable: false }],
  ['POST', '/authorization/sources/built_in_database/move', { position: 'front' }],
  ['PUT', '/authorization/sources/order', [{ type: 'file' }, { type: 'built_in_database' }]],
  ['POST', `${rules}/all`, { rules: allowed }],
  ['POST', `${rules}/clients`, [{ clientid: 'a', rules: allowed }]],
  ['PUT', `${rules}/clients/a`, { clientid: 'a', rules: [] }],
  ['POST', `${rules}/users`, [{ username: 'a', rules: allowed }]],
  ['PUT', `${rules}/users/a`, { username: 'a', rules: [] }],
  ['DELETE', `${rules}/clients/a`],
  ['DELETE', `${rules}/users/a`],
  ['DELETE', `${rules}/all`],
  ['DELETE', `${rules}`],
  ['DELETE', '/authorization/sources/file'],
  ['POST', '/configs_reset/sysmon?conf_path=vm'],
  ['POST', '/opentelemetry/whitelist/clientid', ['a', 'b']],
  ['DELETE', '/opentelemetry/whitelist/clientid'],
  ['POST', '/trace', { name: 'one', type: 'clientid', clientid: 'a' }],
  ['PUT', '/trace/one/stop'],
  ['DELETE', '/trace/one'],
  ['DELETE', '/trace'],
  ['POST', '/rules', { id: 'kept', sql: 'SELECT * FROM "a"', actions: [{ function: 'console' }] }],
  ['PUT', '/rules/kept', { enable: false }],
  ['PUT', '/rules/kept/metrics/reset'],
  ['DELETE', '/rules/kept'],
  ['DELETE', '/alarms'],
  ['DELETE', '/slow_subscriptions'],
  ['DELETE', '/monitor'],
  ['DELETE', '/authorization/cache'],
  ['DELETE', '/clients/kept'],
  ...resourceExamples.flatMap((example) => [...example.fills, ...example.writes]),
]

async function opener(edition: 'community' | 'enterprise') {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-writes-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const clock = manualClock()
  return () => createTestBroker({ clock, dataDir, edition })
}

it('what was written is what the next start reads, after each kind of write', {
  timeout: 240_000,
}, async () => {
  const open = await opener('enterprise')
  let broker = await open()
  const client = await connectClient(broker.context.cluster, {
    clientId: 'kept',
    clean: false,
    protocolVersion: 5,
    properties: { sessionExpiryInterval: 100_000 },
  })
  await client.subscribeAsync('a/#', { qos: 1 })
  await client.endAsync()
  for (const [method, path, body] of writes) {
    const { status, body: answer } = await broker.ask(method, path, body)
    expect(status < 300, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(true)
    const before = await brokerState(broker)
    await broker.close()
    broker = await open()
    expect(await brokerState(broker), `${method} ${path}`).toEqual(before)
  }
  await broker.close()
})

/** Nothing of these writes is stored, or other tests cover them. */
const others = [
  /^POST \/log(in|out)$/,
  /^POST \/sso\/login\//,
  / \/cluster\/:node\//,
  /^POST \/license$/,
  /^POST \/alarms\/force_deactivate$/,
  /^POST \/clients\/kickout\/bulk$/,
  /\/clients\/:clientid\/authorization\//,
  /\/gateways\/(:name|coap|lwm2m)\/clients\//,
  // A rebalance ends with its process; and nothing is stored durably, so the other writes are refused.
  /^POST \/load_rebalance\/:node\/st/,
  / \/ds\//,
  / \/durable_queues/,
  // No package is ever accepted, so an upgrade is impossible.
  / \/relup\//,
  // These paths exist in Community only: `telemetry-api.test.ts` restarts the broker with them.
  /^PUT \/telemetry\//,
  / \/(nodes\/:node\/)?(connectors|actions|sources)\/:id\/:operation$/,
  // The tests of backups, of single messages and of single sign-on cover these writes.
  / \/data\/(files|import)/,
  /^DELETE \/mqtt\/delayed\/messages\/:node\//,
  /^DELETE \/sso\//,
]

it('leaves out no kind of write of the contract', () => {
  // The filtered endpoints write one root of the configuration; `restart.test.ts` covers each root.
  const kept = keptResources.flatMap(({ endpoints: all }): Endpoint[] => Object.values(all))
  const covered = new Set(
    writes.map(([method, path]) => matchEndpoint({ method, path: path.split('?')[0] ?? '' })?.endpoint),
  )
  const left = endpoints
    .filter((one) => one.method !== 'GET' && one.body?.type !== 'custom' && one.sends !== 'text')
    .filter((one) => !covered.has(one) && !kept.includes(one))
    .map((one) => `${one.method} ${one.path}`)
    .filter((one) => !others.some((pattern) => pattern.test(one)))
  expect(left).toEqual([])
})

const recorded = recordedExchanges().filter(({ method }) => method !== 'GET')
const isAsked = (method: string): method is Method => methods.includes(method)
const areas = [...new Set(recorded.map(({ file }) => file))]

recordedTest.each(areas.length === 0 ? ['none'] : areas)(
  'a start reads what the requests to a real cluster have left: %s',
  { timeout: 60_000 },
  async (area) => {
    const open = await opener(area.startsWith('enterprise') ? 'enterprise' : 'community')
    const broker = await open()
    for (const { file, method, path, query, body, status } of recorded) {
      if (file !== area || !isAsked(method) || matchEndpoint({ method, path })?.endpoint.sends === 'form')
        continue
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const isText = typeof body === 'string'
      const answer = await broker.app.inject({
        method,
        url: `/api/v5${path}?${search}`,
        headers: {
          authorization: `Bearer ${broker.login()}`,
          'content-type': isText ? 'text/plain' : 'application/json',
        },
        ...(body === undefined ? {} : { payload: isText ? body : JSON.stringify(body) }),
      })
      // If a real broker fails, this broker fails in the same way.
      if (status < 500) expect(answer.statusCode, `${method} ${path}`).toBeLessThan(500)
    }
    const before = await brokerState(broker)
    await broker.close()
    const after = await open()
    expect(await brokerState(after)).toEqual(before)
    await after.close()
  },
)
