import { randomBytes } from 'node:crypto'
import { buildPath, type Endpoint } from '@brokerdeck/contract/endpoint.ts'
import { gatewayAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import { gatewayListenerAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-listener-authentication.ts'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { connectStomp } from '../../gateways/testing/stomp-client.ts'
import { freePort } from '../../testing/free-port.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}
const at = '/gateways/stomp/authentication'
const listener = 'stomp%3Atcp%3Adefault'
const atListener = `/gateways/stomp/listeners/${listener}/authentication`

async function open(listens = false): Promise<{ broker: TestBroker; port: number }> {
  const broker = await createTestBroker({
    edition: 'enterprise',
    nodes: 1,
    ...(listens ? { listen: true, mqttPort: 0, wsPort: 0 } : {}),
  })
  onTestFinished(() => broker.close())
  const port = await freePort()
  await broker.ask('PUT', '/gateways/stomp', {
    clientinfo_override: { username: '${Packet.headers.login}', password: '${Packet.headers.passcode}' },
    listeners: [{ type: 'tcp', name: 'default', bind: `127.0.0.1:${port}` }],
  })
  return { broker, port }
}

it('answers as recorded: none, made, seen, changed, gone', async () => {
  const { broker } = await open()
  const { ask } = broker
  expect(await ask('GET', '/gateways/coap/authentication')).toMatchObject({
    status: 404,
    body: { code: 'RESOURCE_NOT_FOUND', message: 'Gateway not loaded' },
  })
  expect(await ask('GET', at)).toEqual({ status: 204, body: '' })
  expect(await ask('PUT', at, builtIn)).toMatchObject({
    status: 400,
    body: { message: 'The authentication not found on stomp' },
  })
  expect(await ask('POST', at, { ...builtIn, enable: true })).toEqual({
    status: 201,
    body: { ...builtIn, enable: true },
  })
  expect(await ask('POST', at, builtIn)).toMatchObject({
    status: 400,
    body: { message: 'The authentication already exist on stomp' },
  })
  expect(await ask('GET', at)).toEqual({
    status: 200,
    body: { chain_name: 'stomp:global', id: 'password_based:built_in_database', ...builtIn, enable: true },
  })
  const changed = { ...builtIn, password_hash_algorithm: { name: 'sha512' }, enable: false }
  expect(await ask('PUT', at, changed)).toEqual({ status: 200, body: changed })
  expect(await ask('GET', '/gateways/stomp')).toMatchObject({
    body: { authentication: { enable: false, password_hash_algorithm: { salt_position: 'prefix' } } },
  })
  expect((await ask('DELETE', at)).status).toBe(204)
  expect((await ask('DELETE', at)).status).toBe(204)
})

it('ends the connections of all clients of the gateway with each change, and of none with that of a listener', async () => {
  const { broker, port } = await open(true)
  let told: () => void = () => undefined
  const user = { user_id: 'amy', password: 'right' }
  const connect = async () => {
    const gone = new Promise<void>((resolve) => {
      told = resolve
    })
    const headers = { login: 'amy', passcode: 'right' }
    const client = await connectStomp(port, headers, { onWebSocketClose: () => told() })
    return { client, gone }
  }
  const countIn = async () => {
    const { body } = await broker.ask('GET', '/gateways/stomp/clients')
    return v.parse(v.object({ data: v.array(v.unknown()) }), body).data.length
  }
  const first = await connect()
  await broker.ask('POST', atListener, { ...builtIn, enable: false })
  expect([first.client.connected, await countIn()]).toEqual([true, 1])
  await broker.ask('DELETE', atListener)
  expect(await countIn()).toBe(1)
  await broker.ask('POST', at, builtIn)
  await first.gone
  expect(await countIn()).toBe(0)
  await broker.ask('POST', `${at}/users`, user)
  const second = await connect()
  expect(await countIn()).toBe(1)
  await broker.ask('PUT', at, { ...builtIn, enable: false })
  await second.gone
  const third = await connect()
  await broker.ask('DELETE', at)
  await third.gone
  expect(await countIn()).toBe(0)
})

it('refuses in the recorded words', async () => {
  const { broker } = await open()
  const { ask } = broker
  const told = async (body: object) => (await ask('POST', at, body)).body
  expect(await told({ mechanism: 'scram', backend: 'built_in_database' })).toEqual({
    code: 'BAD_REQUEST',
    message:
      '{"reason":"unsupported_mechanism","path":"root","mechanism":"scram","kind":"validation_error","backend":"built_in_database"}',
  })
  expect(await told({ ...builtIn, user_id_type: 'email' })).toMatchObject({
    message: expect.stringMatching(/"not_a_enum_symbol".*"root.user_id_type".*"authn:builtin_db"/),
  })
})

it('keeps a secret that comes back masked, and shows it to nobody', async () => {
  const { broker } = await open()
  const { ask } = broker
  const token = { mechanism: 'jwt', algorithm: 'hmac-based', secret: 'hunter2', use_jwks: false }
  await ask('POST', at, token)
  expect(await ask('GET', at)).toMatchObject({ body: { secret: '******' } })
  await ask('PUT', at, { ...token, secret: '******', from: 'username' })
  expect(broker.context.gateways.find('stomp')?.authentication).toMatchObject({
    secret: 'hunter2',
    from: 'username',
  })
})

const ofGateway = {
  create: gatewayAuthentication.create,
  update: gatewayAuthentication.update,
  remove: gatewayAuthentication.remove,
  users: gatewayAuthentication.users,
  addUser: gatewayAuthentication.addUser,
  user: gatewayAuthentication.user,
  updateUser: gatewayAuthentication.updateUser,
  removeUser: gatewayAuthentication.removeUser,
  importUsers: gatewayAuthentication.importUsers,
}
const ofListener = {
  create: gatewayListenerAuthentication.create,
  update: gatewayListenerAuthentication.update,
  remove: gatewayListenerAuthentication.remove,
  users: gatewayListenerAuthentication.users,
  addUser: gatewayListenerAuthentication.addUser,
  user: gatewayListenerAuthentication.user,
  updateUser: gatewayListenerAuthentication.updateUser,
  removeUser: gatewayListenerAuthentication.removeUser,
  importUsers: gatewayListenerAuthentication.importUsers,
}
const named = { name: 'stomp', id: 'stomp:tcp:default', uid: 'stu' }

it.each([
  ['a gateway', ofGateway],
  ['a listener', ofListener],
])('keeps the users of %s apart from all others, and takes hashes only', async (_, known) => {
  const { broker } = await open()
  const { ask } = broker
  const send = (endpoint: Endpoint, body?: unknown) => ask(endpoint.method, buildPath(endpoint, named), body)
  await ask('POST', '/authentication', builtIn)
  expect(await send(known.users)).toMatchObject({ status: 404 })
  await send(known.create, builtIn)
  const user = { user_id: 'stu', password: 'pw' }
  expect(await send(known.addUser, user)).toEqual({
    status: 201,
    body: { user_id: 'stu', is_superuser: false },
  })
  expect(await send(known.addUser, user)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_EXISTS', message: 'User already exists' },
  })
  expect(await send(known.user)).toMatchObject({ status: 200 })
  expect(await send(known.updateUser, { password: 'pw2', is_superuser: true })).toEqual({
    status: 200,
    body: { user_id: 'stu', is_superuser: true },
  })
  const plain = [{ user_id: 'g1', password: 'p1' }]
  expect(await send(known.importUsers, plain)).toMatchObject({
    status: 400,
    body: { message: '"hash_import_requires_password_hash_field"' },
  })
  const hashed = [{ user_id: 'g1', password_hash: randomBytes(32).toString('hex'), salt: 's1' }]
  expect(await send(known.importUsers, hashed)).toEqual({
    status: 200,
    body: { total: 1, success: 1, override: 0, skipped: 0, failed: 0 },
  })
  expect(await send(known.users)).toMatchObject({
    body: { data: [{ user_id: 'stu' }, { user_id: 'g1' }], meta: { count: 2 } },
  })
  expect(await ask('GET', '/authentication/password_based%3Abuilt_in_database/users')).toMatchObject({
    body: { data: [] },
  })
  expect((await send(known.removeUser)).status).toBe(204)
  expect(await send(known.removeUser)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'User not found' },
  })
  expect((await send(known.update, { ...builtIn, enable: false })).status).toBe(200)
  await send(known.remove)
  await send(known.create, builtIn)
  expect(await send(known.users)).toMatchObject({ body: { data: [] } })
})

const connect = (port: number, passcode: string) =>
  connectStomp(port, { login: 'stu', passcode }).then(
    () => 'in',
    () => 'refused',
  )

it('lets in who has the password, and who comes by a listener that asks nobody', async () => {
  const { broker, port } = await open(true)
  const { ask } = broker
  expect(await connect(port, 'wrong')).toBe('in')
  await ask('POST', at, builtIn)
  await ask('POST', `${at}/users`, { user_id: 'stu', password: 'right' })
  expect(await connect(port, 'wrong')).toBe('refused')
  expect(await connect(port, 'right')).toBe('in')
  // A listener with its own authenticator uses only that authenticator; if it is disabled, the listener accepts every
  // client.
  await ask('POST', atListener, builtIn)
  expect(await connect(port, 'right')).toBe('refused')
  await ask('POST', `${atListener}/users`, { user_id: 'stu', password: 'own' })
  expect(await connect(port, 'own')).toBe('in')
  await ask('PUT', atListener, { ...builtIn, enable: false })
  expect(await connect(port, 'wrong')).toBe('in')
  await ask('DELETE', atListener)
  expect(await connect(port, 'own')).toBe('refused')
})

it('is there again after a start of the gateway, and keeps that of a listener whose settings change', async () => {
  const { broker, port } = await open(true)
  const { ask } = broker
  await ask('POST', atListener, builtIn)
  await ask('POST', `${atListener}/users`, { user_id: 'stu', password: 'own' })
  const path = `/gateways/stomp/listeners/${listener}`
  await ask('PUT', path, { type: 'tcp', name: 'default', bind: `127.0.0.1:${port}`, max_connections: 7 })
  await ask('PUT', '/gateways/stomp/enable/false')
  await ask('PUT', '/gateways/stomp/enable/true')
  expect(await connect(port, 'wrong')).toBe('refused')
  expect(await connect(port, 'own')).toBe('in')
})
