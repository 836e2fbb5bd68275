import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { changeSettings } from '../../testing/change-settings.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { localService, type ServiceAnswer } from '../../testing/local-service.ts'
import { openRaw } from '../../testing/raw-client.ts'

const clientInfo = (checks: readonly unknown[]) => ({ mechanism: 'cinfo', checks })
const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
}
const users = '/authentication/password_based:built_in_database/users'

test('an empty chain lets everybody in, and so does one that is disabled', async () => {
  const broker = await authenticatingBroker([])
  expect(await broker.codeFor('anybody')).toBe(0)
  expect(broker.cluster.nodes[0]?.metrics()).toMatchObject({ 'authentication.success.anonymous': 1 })
  await broker.ask('POST', '/authentication', { ...builtIn, enable: false })
  expect(await broker.codeFor('anybody')).toBe(0)
  const { body } = await broker.ask('GET', '/authentication/password_based:built_in_database/status')
  expect(body).toMatchObject({ status: 'stopped', metrics: { total: 0 } })
  await broker.ask('PUT', '/authentication/password_based:built_in_database', builtIn)
  expect(await broker.codeFor('anybody', 'x')).toBe(0x87)
})

test('checks of what a client says of itself are tried in order', async () => {
  const broker = await authenticatingBroker([
    clientInfo([
      { is_match: ["str_eq(username,'a')", "str_eq(clientid,'x')"], result: 'deny' },
      { is_match: "str_eq(username,'a')", result: 'allow' },
      { is_match: "str_eq(username,'b')", result: 'ignore' },
    ]),
  ])
  expect(await broker.codeFor('a', undefined, { clientId: 'x' })).toBe(0x87)
  expect(await broker.codeFor('a', undefined, { clientId: 'y' })).toBe(0)
  expect(await broker.codeFor('b')).toBe(0x87)
  const { body } = await broker.ask('GET', '/authentication/cinfo/status')
  expect(body).toMatchObject({ metrics: { total: 3, success: 1, failed: 1, nomatch: 1 } })
})

test('the first that knows a client decides: the order is what counts', async () => {
  const deny = clientInfo([{ is_match: "str_eq(username,'alice')", result: 'deny' }])
  const broker = await authenticatingBroker([builtIn, deny])
  await broker.ask('POST', users, { user_id: 'alice', password: 'p' })
  expect(await broker.codeFor('alice', 'p')).toBe(0)
  await broker.ask('PUT', '/authentication/cinfo/position/front')
  expect(await broker.codeFor('alice', 'p')).toBe(0x87)
  await broker.ask('DELETE', '/authentication/cinfo')
  expect(await broker.codeFor('alice', 'p')).toBe(0)
})

test('a listener may ask nobody, or send those away who give no name', async () => {
  const broker = await authenticatingBroker([builtIn])
  const listener = async (enable_authn: unknown) => {
    const { body } = await broker.ask('GET', '/listeners/tcp:default')
    const { status } = await broker.ask('PUT', '/listeners/tcp:default', { ...Object(body), enable_authn })
    expect(status).toBe(200)
  }
  await listener(false)
  const client = await connectClient(broker.cluster, { clientId: 'c' })
  const shown = await broker.ask('GET', '/clients/c')
  expect(shown.body).toMatchObject({ enable_authn: false })
  await client.endAsync(true)
  await listener('quick_deny_anonymous')
  const raw = openRaw(broker.cluster)
  expect((await raw.connect()).reasonCode).toBe(0x87)
  expect((await openRaw(broker.cluster).connect({ username: '' })).reasonCode).toBe(0x87)
  const { body } = await broker.ask('GET', '/authentication/password_based:built_in_database/status')
  expect(body).toMatchObject({ metrics: { total: 0 } })
})

test('what a client sends before it is let in waits, in order', async () => {
  let answer: (given: ServiceAnswer) => void = () => undefined
  const service = await localService(() => new Promise((resolve) => (answer = resolve)))
  const http = { mechanism: 'password_based', backend: 'http', method: 'post', url: service.url }
  const broker = await authenticatingBroker([http])
  const raw = openRaw(broker.cluster)
  const connack = raw.connect({ username: 'u' })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 0 }] })
  raw.send({ cmd: 'publish', topic: 't', payload: 'first', qos: 1, messageId: 2, dup: false, retain: false })
  await expect.poll(() => service.heard.length).toBe(1)
  expect(raw.received).toEqual([])
  answer({ status: 204 })
  expect((await connack).reasonCode).toBe(0)
  expect((await raw.next('suback')).granted).toEqual([0])
  expect(String((await raw.next('publish')).payload)).toBe('first')
})

test('a client that is banned while somebody thinks about it is not let in', async () => {
  let answer: (given: ServiceAnswer) => void = () => undefined
  const service = await localService(() => new Promise((resolve) => (answer = resolve)))
  const http = { mechanism: 'password_based', backend: 'http', method: 'post', url: service.url }
  const broker = await authenticatingBroker([http])
  const raw = openRaw(broker.cluster)
  const connack = raw.connect({ username: 'u' })
  await expect.poll(() => service.heard.length).toBe(1)
  await broker.ask('POST', '/banned', { as: 'username', who: 'u' })
  answer({ status: 204 })
  expect((await connack).reasonCode).toBe(0x8a)
  expect([...broker.cluster.sessions()]).toEqual([])
})

test('a client that leaves before it is let in was never there', async () => {
  let answer: (given: ServiceAnswer) => void = () => undefined
  const service = await localService(() => new Promise((resolve) => (answer = resolve)))
  const http = { mechanism: 'password_based', backend: 'http', method: 'post', url: service.url }
  const broker = await authenticatingBroker([http])
  const raw = openRaw(broker.cluster)
  raw.connect({ username: 'u' }).catch(() => undefined)
  await expect.poll(() => service.heard.length).toBe(1)
  raw.drop()
  const connections = () =>
    broker.cluster.nodes[0]?.listeners.reduce((sum, one) => sum + one.currentConnections, 0)
  await expect.poll(connections).toBe(0)
  answer({ status: 204 })
  await expect
    .poll(async () => (await broker.ask('GET', '/authentication/password_based:http/status')).body)
    .toMatchObject({ metrics: { success: 1 } })
  expect([...broker.cluster.sessions()]).toEqual([])
  expect(broker.cluster.nodes[0]?.metrics()).toMatchObject({
    'client.connected': 0,
    'authentication.success': 0,
  })
})

test('the chain survives a restart, users and order included', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-authn-'))
  const first = await authenticatingBroker(
    [builtIn, clientInfo([{ is_match: "str_eq(username,'x')", result: 'allow' }])],
    {
      dataDir,
    },
  )
  await first.ask('POST', users, { user_id: 'alice', password: 'p' })
  await first.ask('PUT', '/authentication/cinfo/position/front')
  await first.close()
  const second = await authenticatingBroker([], { dataDir })
  expect(second.context.authentication.links.map(({ id }) => id)).toEqual([
    'cinfo',
    'password_based:built_in_database',
  ])
  expect(await second.codeFor('alice', 'p')).toBe(0)
  expect(await second.codeFor('alice', 'q')).toBe(0x86)
  await second.close()
  await rm(dataDir, { recursive: true })
})

test('a connection that is not decided about in time ends', async () => {
  const service = await localService(() => new Promise<ServiceAnswer>(() => undefined))
  const http = { mechanism: 'password_based', backend: 'http', method: 'post', url: service.url }
  const broker = await authenticatingBroker([http])
  changeSettings(broker.cluster, { mqtt: { idleTimeout: 300 } })
  const raw = openRaw(broker.cluster)
  raw.connect({ username: 'u' }).catch(() => undefined)
  await raw.closed
  expect(service.heard).toHaveLength(1)
  expect([...broker.cluster.sessions()]).toEqual([])
})

const lineSchema = v.object({ msg: v.string(), meta: v.record(v.string(), v.unknown()) })

test('a trace tells what each authenticator has said, and never a password', async () => {
  const broker = await authenticatingBroker([
    clientInfo([{ is_match: "str_eq(username,'x')", result: 'allow' }]),
    { mechanism: 'password_based', backend: 'http', method: 'post', url: 'http://127.0.0.1:9' },
    builtIn,
  ])
  await broker.ask('POST', users, { user_id: 'alice', password: 'right' })
  await broker.ask('POST', '/trace', { name: 't', type: 'clientid', clientid: 'c', formatter: 'json' })
  await broker.codeFor('alice', 'hunter2', { clientId: 'c' })
  const { items } = Object((await broker.ask('GET', '/trace/t/log?bytes=100000')).body)
  const told = String(items)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => v.parse(lineSchema, JSON.parse(line)))
    .filter(({ msg }) => /authenticat/.test(msg))
  expect(told.map(({ msg, meta }) => [msg, meta['authenticator'], meta['result'] ?? meta['reason']])).toEqual(
    [
      ['authenticator_result', 'cinfo', 'ignore'],
      ['authenticator_result', 'password_based:http', 'ignore'],
      ['authenticator_result', 'password_based:built_in_database', '{error,bad_username_or_password}'],
      ['authentication_result', undefined, '{error,bad_username_or_password}'],
      ['authentication_failure', undefined, 'bad_username_or_password'],
    ],
  )
  expect(String(items)).not.toContain('hunter2')
})
