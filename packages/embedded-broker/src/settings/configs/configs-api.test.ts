import { afterEach, beforeEach, expect, it } from 'vitest'
import { alarmRoot } from '../../config/roots/sysmon-root.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
const clock = manualClock()
beforeEach(async () => {
  broker = await createTestBroker({ clock })
})
afterEach(() => broker.close())

async function askText(method: 'GET' | 'PUT', path: string, text?: string, accept?: string) {
  const response = await broker.app.inject({
    method,
    url: `/api/v5${path}`,
    headers: {
      authorization: `Bearer ${broker.login()}`,
      ...(accept === undefined ? {} : { accept }),
      ...(text === undefined ? {} : { 'content-type': 'text/plain' }),
    },
    ...(text === undefined ? {} : { payload: text }),
  })
  return { status: response.statusCode, type: response.headers['content-type'], text: response.payload }
}

it('reads and writes each root in its own manner', async () => {
  await broker.ask('PUT', '/configs/alarm', { actions: ['log'] })
  const alarm = { actions: ['log', 'publish'], size_limit: 600, validity_period: '24h' }
  expect(await broker.ask('PUT', '/configs/alarm', { size_limit: 600 })).toEqual({ status: 200, body: alarm })
  expect(await broker.ask('GET', '/configs/alarm')).toEqual({ status: 200, body: alarm })

  await broker.ask('PUT', '/configs/sys_topics', { sys_msg_interval: '2m' })
  const events = { sys_event_messages: { client_subscribed: true } }
  expect(await broker.ask('PUT', '/configs/sys_topics', events)).toMatchObject({
    body: { sys_msg_interval: '2m', sys_event_messages: { client_connected: true, client_subscribed: true } },
  })
  await broker.ask('PUT', '/configs/sysmon', { vm: { long_schedule: 'disabled' } })
  const sysmon = await broker.ask('PUT', '/configs/sysmon', { os: { cpu_high_watermark: 0.75 } })
  expect(sysmon).toMatchObject({
    body: { os: { cpu_high_watermark: 0.75 }, vm: { long_schedule: 'disabled' } },
  })

  expect(await broker.ask('GET', '/configs/limiter')).toEqual({ status: 200, body: {} })
  await broker.ask('PUT', '/configs/limiter', { max_conn_rate: '1000/s' })
  expect(await broker.ask('PUT', '/configs/limiter', { bytes_rate: '1MB/10s' })).toEqual({
    status: 200,
    body: { max_conn_rate: '1000/s', bytes_rate: '1MB/10s' },
  })
  expect(await broker.ask('PUT', '/configs/broker', { session_history_retain: 'x' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('"path":"root.session_history_retain"') },
  })
  expect(await broker.ask('GET', '/configs/broker')).toMatchObject({ body: { session_history_retain: '0s' } })
})

it('keeps one file handler under its name', async () => {
  const file = { level: 'info', path: 'one.log' }
  const answer = await broker.ask('PUT', '/configs/log', { file })
  expect(answer).toMatchObject({ status: 200, body: { file: { default: file }, console: { enable: false } } })
})

it('wants the global zone whole and changes none of it if one part is wrong', async () => {
  const zone = (await broker.ask('GET', '/configs/global_zone')).body
  const { mqtt, ...rest } = JSON.parse(JSON.stringify(zone))
  const missing = await broker.ask('PUT', '/configs/global_zone', rest)
  expect(missing).toMatchObject({ status: 400, body: { message: expect.stringContaining('"path":"mqtt"') } })
  const wrong = { ...rest, mqtt: { ...mqtt, max_inflight: 5 }, force_gc: { count: -1, bytes: 'x' } }
  const refused = await broker.ask('PUT', '/configs/global_zone', wrong)
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('force_gc.bytes') } })
  expect(await broker.ask('GET', '/configs/global_zone')).toEqual({ status: 200, body: zone })
  const enabled = { ...rest, mqtt, durable_sessions: { enable: true } }
  expect(await broker.ask('PUT', '/configs/global_zone', enabled)).toMatchObject({
    status: 400,
    body: { code: 'UPDATE_FAILED' },
  })
  const right = { ...rest, mqtt: { ...mqtt, max_inflight: 5 } }
  expect(await broker.ask('PUT', '/configs/global_zone', right)).toEqual({ status: 200, body: right })
})

it('gives the configuration as text, or as JSON to those who take nothing else', async () => {
  const one = await askText('GET', '/configs?key=alarm')
  expect(one).toEqual({
    status: 200,
    type: 'text/plain',
    text: 'alarm {\n  actions = [log, publish]\n  size_limit = 1000\n  validity_period = "24h"\n}\n',
  })
  const all = await askText('GET', '/configs?node=emqx2@127.0.0.2', undefined, 'application/json, text/plain')
  expect(all.text).toContain('name = "emqx2@127.0.0.2"')
  expect(all.text).toContain('default_password = public')
  const json = await askText('GET', '/configs?key=alarm', undefined, 'application/json')
  expect(JSON.parse(json.text)).toMatchObject({ log: {}, dashboard: { default_password: '******' } })
  expect((await askText('GET', '/configs?key=nope')).text).toContain('not_a_enum_symbol')
  expect((await askText('GET', '/configs?node=ghost@127.0.0.9')).status).toBe(404)
  expect((await askText('GET', '/configs', undefined, 'application/xml')).text).toContain('INVALID_ACCEPT')
})

it('takes a text: all its roots, or none', async () => {
  const { config } = broker.context
  expect(
    await askText('PUT', '/configs', 'alarm { size_limit = 900 }\nmqtt.max_qos_allowed = 1'),
  ).toMatchObject({
    status: 200,
    text: '',
  })
  expect(config.get(alarmRoot)).toMatchObject({ size_limit: 900, validity_period: '24h' })
  await askText('PUT', '/configs?mode=replace', 'alarm.validity_period = 48h')
  expect(config.get(alarmRoot)).toMatchObject({ size_limit: 1000, validity_period: '48h' })

  const refusals: [string, unknown][] = [
    ['alarm {\n  size_limit = \n', { type: 'parse_error', line: 3, reason: 'syntax error before: ' }],
    [
      'alarm.size_limit = 0\nmqtt.max_qos_allowed = 2',
      {
        alarm: {
          kind: 'validation_error',
          path: 'alarm.size_limit',
          reason: { expected: '1..3000' },
          value: 0,
        },
      },
    ],
    ['foo.bar = 1', { foo: '{root_key_not_found,<<"foo">>}' }],
    ['node.name = x', "Cannot update read-only key 'node'."],
    ['cluster.name = other', "Cannot update read-only key 'cluster.name'."],
    ['durable_sessions.enable = true', { durable_sessions: expect.stringContaining('Hot update') }],
    ['', 'The configuration is empty.'],
  ]
  for (const [text, errors] of refusals) {
    const answer = await askText('PUT', '/configs', text)
    expect(answer).toMatchObject({ status: 400, type: 'text/plain' })
    expect(JSON.parse(answer.text)).toEqual({ errors })
  }
  expect(await broker.ask('GET', '/configs/global_zone')).toMatchObject({
    body: { mqtt: { max_qos_allowed: 1 } },
  })
  const ignored = await askText('PUT', '/configs?ignore_readonly=true', 'node.name = x\nalarm.size_limit = 5')
  expect(ignored.status).toBe(200)
  expect(config.get(alarmRoot).size_limit).toBe(5)
})

it('has the listeners in its text, and opens what a text adds to them', async () => {
  const { listeners } = broker.context
  const all = await askText('GET', '/configs?key=listeners')
  expect(all.text).toContain('tcp {')
  expect((await askText('PUT', '/configs', all.text)).status).toBe(200)
  const more = 'listeners.tcp.more { bind = "127.0.0.1:0", max_connections = 5 }'
  expect(await askText('PUT', '/configs', more)).toMatchObject({ status: 200 })
  expect(listeners.find('tcp:more')).toMatchObject({ max_connections: 5, enable: true })
  expect(listeners.find('tcp:default')).toBeDefined()
  const wrong = await askText(
    'PUT',
    '/configs',
    'listeners.tcp.more.max_connections = 0\nalarm.size_limit = 7',
  )
  expect(wrong.text).toContain('max_connections')
  expect(broker.context.config.get(alarmRoot).size_limit).toBe(1000)
})

it('resets single values only', async () => {
  await broker.ask('PUT', '/configs/sysmon', { os: { cpu_high_watermark: '90%', cpu_low_watermark: '50%' } })
  const path = '/configs_reset/sysmon'
  expect((await broker.ask('POST', `${path}?conf_path=os.cpu_high_watermark`)).status).toBe(200)
  expect(await broker.ask('GET', '/configs/sysmon')).toMatchObject({
    body: { os: { cpu_high_watermark: '80%', cpu_low_watermark: '50%' } },
  })
  for (const wrong of [path, `${path}?conf_path=os.nope`]) {
    expect(await broker.ask('POST', wrong)).toMatchObject({ status: 400, body: { code: 'NO_DEFAULT_VALUE' } })
  }
  expect((await broker.ask('POST', '/configs_reset/mqtt')).status).toBe(400)
})

it('describes its forms to anybody', async () => {
  const hotconf = JSON.parse((await broker.app.inject('/api/v5/schemas/hotconf')).payload)
  expect(hotconf.components.schemas['emqx.alarm']).toEqual({
    type: 'object',
    properties: {
      actions: {
        type: 'array',
        items: { type: 'enum', symbols: ['log', 'publish'] },
        default: ['log', 'publish'],
      },
      size_limit: { type: 'integer', minimum: 1, maximum: 3000, default: 1000 },
      validity_period: { type: 'duration', default: '24h' },
    },
  })
  expect(hotconf.paths['/configs/log'].get).toEqual({ $ref: '#/components/schemas/emqx.log' })
  expect((await broker.app.inject('/api/v5/schemas/actions')).json()).toMatchObject({
    components: { schemas: {} },
  })
  expect((await broker.app.inject('/api/v5/schemas/nope')).statusCode).toBe(400)
})

it('lets tokens live as long as configured', async () => {
  await broker.ask('PUT', '/configs/dashboard', { token_expired_time: '5m' })
  const url = '/api/v5/configs/alarm'
  const headers = { authorization: `Bearer ${broker.login()}` }
  clock.advance(4 * 60_000)
  expect((await broker.app.inject({ url, headers })).statusCode).toBe(200)
  clock.advance(6 * 60_000)
  expect((await broker.app.inject({ url, headers })).json()).toMatchObject({ code: 'TOKEN_TIME_OUT' })
})

it('logs connections and writes from the level on that is configured', async () => {
  const { cluster, log } = broker.context
  await connectClient(cluster, { clientId: 'quiet' })
  await broker.ask('PUT', '/configs/log', { file: { default: { level: 'info' } } })
  await connectClient(cluster, { clientId: 'loud' })
  await eventually(() => expect(log.recent().join('\n')).toContain('client_connected, clientid: loud'))
  const lines = log.recent().join('\n')
  expect(lines).toContain('api_request, method: PUT, path: /api/v5/configs/log, status: 200, caller: admin')
  expect(lines).not.toContain('quiet')
})
