import { createSocket } from 'node:dgram'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupFileSchema } from '@brokerdeck/contract/system/backups.ts'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

async function start(options: Parameters<typeof createTestBroker>[0] = {}): Promise<TestBroker> {
  const broker = await createTestBroker({ edition: 'enterprise', ...options })
  onTestFinished(() => broker.close())
  return broker
}

const put = (broker: TestBroker, text: string, mode = 'merge') =>
  broker.app.inject({
    method: 'PUT',
    url: `/api/v5/configs?mode=${mode}`,
    payload: text,
    headers: { authorization: `Bearer ${broker.login()}`, 'content-type': 'text/plain' },
  })

const token = { mechanism: 'jwt', algorithm: 'hmac-based', secret: 'hunter2', use_jwks: false }

async function withStomp(broker: TestBroker): Promise<void> {
  await broker.ask('PUT', '/gateways/stomp', {
    mountpoint: 'st/',
    listeners: [{ type: 'tcp', name: 'default', bind: '61613' }],
  })
  await broker.ask('POST', '/gateways/stomp/authentication', token)
  await broker.ask('POST', '/gateways/stomp/listeners/stomp%3Atcp%3Adefault/authentication', token)
}

it('is a part of the configuration, with its listeners and authenticators, and without secrets', async () => {
  const broker = await start()
  await withStomp(broker)
  const body = broker.context.config.toShownDocument('gateway')
  expect(body).toMatchObject({
    stomp: {
      enable: true,
      mountpoint: 'st/',
      authentication: { mechanism: 'jwt', secret: '******' },
      listeners: { tcp: { default: { bind: '61613', authentication: { secret: '******' } } } },
    },
  })
  expect(JSON.stringify(body)).not.toContain('hunter2')
})

it('takes what an export gave, and changes nothing that is the same', async () => {
  const broker = await start()
  await withStomp(broker)
  const before = await broker.ask('GET', '/gateways/stomp')
  expect((await put(broker, 'gateway.stomp.mountpoint = "other/"')).statusCode).toBe(200)
  expect(await broker.ask('GET', '/gateways/stomp')).toMatchObject({
    body: { mountpoint: 'other/', authentication: { mechanism: 'jwt' }, listeners: [{ name: 'default' }] },
  })
  expect((await put(broker, 'gateway.stomp.mountpoint = "st/"')).statusCode).toBe(200)
  expect(await broker.ask('GET', '/gateways/stomp')).toMatchObject({
    body: { listeners: v.parse(v.looseObject({ listeners: v.unknown() }), before.body).listeners },
  })
})

it.each([
  ['gateway.stomp.frame.max_headers = many', /max_headers/],
  ['gateway.stomp.listeners.udp.default.bind = 1', /no listeners of type udp/],
  [
    'gateway.stomp.authentication { mechanism = scram, backend = built_in_database }',
    /unsupported_mechanism/,
  ],
  ['gateway.ocpp.enable = true', /does not speak ocpp/],
])('refuses %s, and keeps what was', async (text, words) => {
  const broker = await start()
  await withStomp(broker)
  const before = await broker.ask('GET', '/gateways/stomp')
  const { statusCode, payload } = await put(broker, text)
  expect(statusCode).toBe(400)
  expect(payload).toMatch(words)
  expect(await broker.ask('GET', '/gateways/stomp')).toEqual(before)
})

it('goes with a backup, and its authenticators with it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-gateways-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const broker = await start({ dataDir })
  await withStomp(broker)
  const exported = await broker.ask('POST', '/data/export', {})
  const { filename } = v.parse(backupFileSchema, exported.body)
  await broker.ask('DELETE', '/gateways/stomp/authentication')
  await broker.ask('DELETE', '/gateways/stomp/listeners/stomp%3Atcp%3Adefault')
  expect((await broker.ask('POST', '/data/import', { filename })).status).toBeLessThan(300)
  expect(await broker.ask('GET', '/gateways/stomp/authentication')).toMatchObject({
    body: { mechanism: 'jwt' },
  })
  expect(await broker.ask('GET', '/gateways/stomp/listeners')).toMatchObject({
    body: [{ id: 'stomp:tcp:default', status: { running: true } }],
  })
})

it('says of a port that is taken which it is, and goes on where it was', async () => {
  const taken = createSocket('udp4')
  onTestFinished(() => void taken.close())
  await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', () => resolve()))
  const broker = await start({ listen: true, nodes: 1, mqttPort: 0, wsPort: 0 })
  const bind = `127.0.0.1:${await freePort()}`
  await broker.ask('PUT', '/gateways/mqttsn', {
    gateway_id: 7,
    listeners: [{ type: 'udp', name: 'default', bind }],
  })
  const refused = await put(
    broker,
    `gateway.mqttsn.listeners.udp.default.bind = "127.0.0.1:${taken.address().port}"`,
  )
  expect(refused.statusCode).toBe(400)
  expect(refused.payload).toContain('eaddrinuse')
  expect(await broker.ask('GET', '/gateways/mqttsn/listeners')).toMatchObject({
    body: [{ bind, status: { running: true } }],
  })
})
