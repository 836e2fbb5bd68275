import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { IAuthPacket } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { type AuthenticatingBroker, authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { localService } from '../../testing/local-service.ts'
import { openRaw, type RawClient } from '../../testing/raw-client.ts'
import { scramKeys } from './scram-keys.ts'
import { makeUser } from './user-database.ts'

const users = '/authentication/scram:built_in_database/users'
const scram = (algorithm: 'sha256' | 'sha512') => ({
  mechanism: 'scram',
  backend: 'built_in_database',
  algorithm,
  iteration_count: 64,
})
const methods = { sha256: 'SCRAM-SHA-256', sha512: 'SCRAM-SHA-512' } as const
type Algorithm = keyof typeof methods

const first = (username: string) => `n=${username},r=clientnonce`

/** Computes the client's final message of RFC 5802. */
function finalMessage(algorithm: Algorithm, username: string, password: string, serverFirst: string): string {
  const said = new Map(serverFirst.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
  const length = algorithm === 'sha256' ? 32 : 64
  const salt = Buffer.from(said.get('s') ?? '', 'base64')
  const salted = pbkdf2Sync(password, salt, Number(said.get('i')), length, algorithm)
  const mac = (key: Buffer, text: string) => createHmac(algorithm, key).update(text).digest()
  const clientKey = mac(salted, 'Client Key')
  const storedKey = createHash(algorithm).update(clientKey).digest()
  const withoutProof = `c=biws,r=${said.get('r')}`
  const signature = mac(storedKey, `${first(username)},${serverFirst},${withoutProof}`)
  const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)))
  return `${withoutProof},p=${proof.toString('base64')}`
}

const textOf = (packet: IAuthPacket): string => packet.properties?.authenticationData?.toString('utf8') ?? ''

const say = (raw: RawClient, algorithm: Algorithm, reasonCode: number, text: string) =>
  raw.send({
    cmd: 'auth',
    reasonCode,
    properties: { authenticationMethod: methods[algorithm], authenticationData: Buffer.from(text) },
  })

function begin(broker: AuthenticatingBroker, algorithm: Algorithm, username: string): RawClient {
  const raw = openRaw(broker.cluster)
  const authenticationMethod = methods[algorithm]
  const authenticationData = Buffer.from(`n,,${first(username)}`)
  raw.send({
    cmd: 'connect',
    clientId: username,
    clean: true,
    keepalive: 0,
    protocolVersion: 5,
    protocolId: 'MQTT',
    properties: { authenticationMethod, authenticationData },
  })
  return raw
}

const refusalOf = async (broker: AuthenticatingBroker, algorithm: Algorithm, username: string) =>
  (await begin(broker, algorithm, username).next('connack')).reasonCode

async function converse(
  broker: AuthenticatingBroker,
  algorithm: Algorithm,
  username: string,
  password: string,
) {
  const raw = begin(broker, algorithm, username)
  const serverFirst = textOf(await raw.next('auth'))
  say(raw, algorithm, 0x18, finalMessage(algorithm, username, password, serverFirst))
  return { raw, connack: await raw.next('connack') }
}

test.each(['sha256', 'sha512'] as const)(
  '%s: client and broker prove themselves to each other',
  async (algorithm) => {
    const broker = await authenticatingBroker([scram(algorithm)])
    await broker.ask('POST', users, { user_id: 'anna', password: 'secret', is_superuser: true })
    const { connack } = await converse(broker, algorithm, 'anna', 'secret')
    expect(connack.reasonCode).toBe(0)
    expect(connack.properties?.authenticationMethod).toBe(methods[algorithm])
    expect(String(connack.properties?.authenticationData)).toMatch(/^v=[A-Za-z0-9+/]+=*$/)
    expect(broker.cluster.session('anna')?.rights.isSuperuser).toBe(true)
  },
)

test('a wrong password, an unknown user and another method are refused', async () => {
  const broker = await authenticatingBroker([scram('sha256')])
  await broker.ask('POST', users, { user_id: 'anna', password: 'secret' })
  const { connack } = await converse(broker, 'sha256', 'anna', 'wrong')
  expect(connack.reasonCode).toBe(0x87)
  expect(await refusalOf(broker, 'sha256', 'nobody')).toBe(0x87)
  expect(await refusalOf(broker, 'sha512', 'anna')).toBe(0x87)
  const { body } = await broker.ask('GET', '/authentication/scram:built_in_database/status')
  expect(body).toMatchObject({ metrics: { total: 3, success: 0, failed: 1, nomatch: 2 } })
  expect([...broker.cluster.sessions()]).toEqual([])
})

test('users are locked out by another number of iterations, as in EMQX, until it is what it was', async () => {
  const broker = await authenticatingBroker([scram('sha256')])
  await broker.ask('POST', users, { user_id: 'anna', password: 'secret' })
  const codeWith = async (iteration_count: number) => {
    const settings = { ...scram('sha256'), iteration_count }
    await broker.ask('PUT', '/authentication/scram:built_in_database', settings)
    return (await converse(broker, 'sha256', 'anna', 'secret')).connack.reasonCode
  }
  expect(await codeWith(65)).toBe(0x87)
  expect(await codeWith(64)).toBe(0)
})

test('more iterations than can be computed are refused in words, whoever asks for them', async () => {
  const broker = await authenticatingBroker([scram('sha256')])
  const id = '/authentication/scram:built_in_database'
  const wrong = { status: 400, body: { message: expect.stringContaining('"expected":"1..1000000"') } }
  for (const iteration_count of [1_000_001, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const answer = await broker.ask('PUT', id, { ...scram('sha256'), iteration_count })
    expect(answer).toMatchObject(wrong)
    expect(JSON.stringify(answer.body)).toContain('root.iteration_count')
  }
  const derived = { name: 'pbkdf2', mac_fun: 'sha256', iterations: 2 ** 31 }
  const pbkdf2 = { mechanism: 'password_based', backend: 'built_in_database' }
  const other = { ...pbkdf2, password_hash_algorithm: derived }
  expect(await broker.ask('POST', '/authentication', other)).toMatchObject(wrong)
})

test('an authenticator that was there before with too many takes no users, and says why', async () => {
  const user = { userId: 'anna', password: 'secret', isSuperuser: false }
  const document = { ...scram('sha256'), iteration_count: 2 ** 31 }
  await expect(makeUser(document, user)).rejects.toMatchObject({ status: 400 })
})

test('no iterations are one', async () => {
  const broker = await authenticatingBroker([{ ...scram('sha256'), iteration_count: 0 }])
  await broker.ask('POST', users, { user_id: 'anna', password: 'secret' })
  expect((await converse(broker, 'sha256', 'anna', 'secret')).connack.reasonCode).toBe(0)
})

test('others have their turn while a password is derived', async () => {
  const derived = scramKeys('sha256', 'secret', 300_000).then(() => 'derived')
  const turn = new Promise((resolve) => setImmediate(() => resolve('turn')))
  expect(await Promise.race([derived, turn])).toBe('turn')
  await derived
})

test('a trace tells how each turn went', async () => {
  const broker = await authenticatingBroker([scram('sha256')])
  await broker.ask('POST', users, { user_id: 'anna', password: 'secret' })
  const told: unknown[] = []
  broker.cluster.trace.write = ({ tag, msg, meta }) => {
    if (tag === 'AUTHN') told.push([msg, meta?.['result'] ?? meta?.['reason']])
  }
  await converse(broker, 'sha256', 'anna', 'wrong')
  expect(told).toEqual([
    ['authenticator_result', 'continue'],
    ['authentication_result', 'continue'],
    ['authenticator_result', '{error,not_authorized}'],
    ['authentication_result', '{error,not_authorized}'],
    ['authentication_failure', 'not_authorized'],
  ])
})

test('a connected client may authenticate again, and loses its connection if it fails (MQTT 5 §4.12.1)', async () => {
  const broker = await authenticatingBroker([scram('sha256')])
  await broker.ask('POST', users, { user_id: 'anna', password: 'secret' })
  const { raw } = await converse(broker, 'sha256', 'anna', 'secret')
  say(raw, 'sha256', 0x19, `n,,${first('anna')}`)
  say(raw, 'sha256', 0x18, finalMessage('sha256', 'anna', 'secret', textOf(await raw.next('auth'))))
  expect((await raw.next('auth')).reasonCode).toBe(0)
  await raw.ping()
  say(raw, 'sha256', 0x19, `n,,${first('anna')}`)
  say(raw, 'sha256', 0x18, finalMessage('sha256', 'anna', 'wrong', textOf(await raw.next('auth'))))
  expect((await raw.next('disconnect')).reasonCode).toBe(0x87)
  await raw.closed
})

test.each([
  ['another method', 'SCRAM-SHA-512', 0x19],
  ['an answer that nobody asked for', 'SCRAM-SHA-256', 0x18],
])('%s is a protocol error', async (_, authenticationMethod, reasonCode) => {
  const broker = await authenticatingBroker([scram('sha256')])
  await broker.ask('POST', users, { user_id: 'anna', password: 'secret' })
  const { raw } = await converse(broker, 'sha256', 'anna', 'secret')
  raw.send({ cmd: 'auth', reasonCode, properties: { authenticationMethod } })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x82)
})

test('a client that publishes before it has proven itself is sent away', async () => {
  const broker = await authenticatingBroker([scram('sha256')])
  await broker.ask('POST', users, { user_id: 'anna', password: 'secret' })
  const raw = begin(broker, 'sha256', 'anna')
  await raw.next('auth')
  raw.send({ cmd: 'publish', topic: 't', payload: 'x', qos: 0, dup: false, retain: false })
  await raw.closed
  expect([...broker.cluster.sessions()]).toEqual([])
})

test('the keys may come from a service', async () => {
  const keys = await scramKeys('sha256', 'secret', 64)
  const service = await localService(({ body }) =>
    body.includes('anna')
      ? {
          status: 200,
          body: {
            stored_key: keys.storedKey.toString('hex'),
            server_key: keys.serverKey.toString('hex'),
            salt: keys.salt.toString('hex'),
            is_superuser: true,
          },
        }
      : { status: 404 },
  )
  const settings = { mechanism: 'scram', backend: 'http', method: 'post', url: service.url }
  const asks = { body: { username: `\${username}` }, algorithm: 'sha256', iteration_count: 64 }
  const broker = await authenticatingBroker([{ ...settings, ...asks }])
  const { connack } = await converse(broker, 'sha256', 'anna', 'secret')
  expect(connack.reasonCode).toBe(0)
  expect(broker.cluster.session('anna')?.rights.isSuperuser).toBe(true)
  expect(await refusalOf(broker, 'sha256', 'nobody')).toBe(0x87)
})
