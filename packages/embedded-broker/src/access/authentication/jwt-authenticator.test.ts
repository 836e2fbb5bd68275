import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { localService } from '../../testing/local-service.ts'
import { manualClock } from '../../testing/manual-clock.ts'

const secret = 'emqxsecret'
const hmac = { mechanism: 'jwt', use_jwks: false, algorithm: 'hmac-based', secret }
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' })

const signed = (claims: Record<string, unknown>, key = secret) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(key))
const newerRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signedByRsa = (claims: Record<string, unknown>, { privateKey } = rsa) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey)
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

test('a token is let in; one of another, or none, is nobody’s', async () => {
  const broker = await authenticatingBroker([hmac])
  expect(await broker.codeFor('u', await signed({}))).toBe(0)
  expect(await broker.codeFor('u', await signed({}, 'other'))).toBe(0x87)
  expect(await broker.codeFor('u', 'no token')).toBe(0x87)
  expect(await broker.codeFor('u')).toBe(0x87)
})

test('claims have to say what is expected of who connects', async () => {
  const claims = { verify_claims: { username: `\${username}`, scope: 'mqtt' } }
  const broker = await authenticatingBroker([{ ...hmac, ...claims }])
  expect(await broker.codeFor('u', await signed({ username: 'u', scope: 'mqtt' }))).toBe(0)
  expect(await broker.codeFor('v', await signed({ username: 'u', scope: 'mqtt' }))).toBe(0x86)
  expect(await broker.codeFor('u', await signed({ username: 'u' }))).toBe(0x86)
})

test('a secret may be base64, and the token the username', async () => {
  const encoded = Buffer.from('other secret').toString('base64')
  const settings = { secret: encoded, secret_base64_encoded: true, from: 'username' }
  const broker = await authenticatingBroker([{ ...hmac, ...settings }])
  expect(await broker.codeFor(await signed({}, 'other secret'))).toBe(0)
  expect(await broker.codeFor(await signed({}, encoded))).toBe(0x87)
})

test('a token that is over, or not yet, is refused by its own signer', async () => {
  const clock = manualClock()
  const broker = await authenticatingBroker([hmac], { clock })
  const now = seconds(clock.now())
  expect(await broker.codeFor('u', await signed({ exp: now - 1 }))).toBe(0x86)
  expect(await broker.codeFor('u', await signed({ nbf: now + 60 }))).toBe(0x86)
  expect(await broker.codeFor('u', await signed({ exp: now + 60, nbf: now - 60 }))).toBe(0)
})

test('when a token ends its connection does, unless it is not to', async () => {
  const clock = manualClock()
  const broker = await authenticatingBroker([hmac], { clock })
  const token = await signed({
    exp: seconds(clock.now()) + 60,
    is_superuser: true,
    client_attrs: { site: 'b' },
  })
  const client = await connectClient(broker.cluster, { clientId: 'c', username: 'u', password: token })
  const end = new Promise((resolve) => client.once('disconnect', ({ reasonCode }) => resolve(reasonCode)))
  expect(broker.cluster.session('c')).toMatchObject({
    attributes: { site: 'b' },
    rights: { isSuperuser: true, expiresAt: seconds(clock.now() + 60_000) * 1000 },
  })
  const shown = await broker.ask('GET', '/clients/c')
  expect(shown.body).toMatchObject({ auth_expire_at: seconds(clock.now() + 60_000) * 1000 })
  clock.advance(61_000)
  expect(await end).toBe(0x87)
  await broker.ask('PUT', '/authentication/jwt', { ...hmac, disconnect_after_expire: false })
  const later = await signed({ exp: seconds(clock.now()) + 60 })
  const kept = await connectClient(broker.cluster, { clientId: 'd', username: 'u', password: later })
  expect(broker.cluster.session('d')?.rights.expiresAt).toBeUndefined()
  await kept.endAsync(true)
})

test('rules of a token are kept with the client; a token whose rules cannot be read is nobody’s', async () => {
  const broker = await authenticatingBroker([{ ...hmac, acl_claim_name: 'may' }])
  const may = [{ permission: 'allow', action: 'publish', topic: `t/\${clientid}` }]
  const client = await connectClient(broker.cluster, {
    clientId: 'c',
    username: 'u',
    password: await signed({ may }),
  })
  expect(broker.cluster.session('c')?.rights.rules).toMatchObject([
    { permission: 'allow', action: 'publish' },
  ])
  await client.endAsync(true)
  expect(await broker.codeFor('u', await signed({ may: 'everything' }))).toBe(0x87)
})

test('rules of a token end with it, also where the connection goes on', async () => {
  const clock = manualClock()
  const settings = { ...hmac, disconnect_after_expire: false }
  const broker = await authenticatingBroker([settings], { clock })
  const acl = [{ permission: 'allow', action: 'publish', topic: 't' }]
  const password = await signed({ acl, exp: seconds(clock.now()) + 60 })
  const client = await connectClient(broker.cluster, { clientId: 'c', username: 'u', password })
  await client.publishAsync('t', 'x', { qos: 1 })
  clock.advance(62_000)
  await expect(client.publishAsync('t', 'x', { qos: 1 })).rejects.toMatchObject({ code: 0x87 })
  await client.endAsync(true)
})

test('a public key verifies, and is no secret that tokens could be signed with', async () => {
  const settings = { mechanism: 'jwt', algorithm: 'public-key', public_key: publicPem }
  const broker = await authenticatingBroker([settings])
  expect(await broker.codeFor('u', await signedByRsa({}))).toBe(0)
  expect(await broker.codeFor('u', await signed({}, String(publicPem)))).toBe(0x87)
})

test('keys are fetched, fetched anew, and the last ones serve while nobody answers', async () => {
  const clock = manualClock()
  let key = await exportJWK(rsa.publicKey)
  const service = await localService(() => ({ status: 200, body: { keys: [{ ...key, alg: 'RS256' }] } }))
  const endpoint = `${service.url}/keys`
  const settings = { mechanism: 'jwt', use_jwks: true, endpoint, refresh_interval: 300 }
  const broker = await authenticatingBroker([settings], { clock })
  expect(await broker.codeFor('u', await signedByRsa({}))).toBe(0)
  expect(await broker.codeFor('u', await signedByRsa({}, newerRsa))).toBe(0x87)
  expect(service.heard).toHaveLength(1)
  key = await exportJWK(newerRsa.publicKey)
  clock.advance(300_000)
  await expect.poll(() => broker.codeFor('u', 'x').then(() => service.heard.length)).toBe(2)
  await expect.poll(async () => broker.codeFor('u', await signedByRsa({}, newerRsa))).toBe(0)
  await service.stop()
  expect(await broker.codeFor('u', await signedByRsa({}, newerRsa))).toBe(0)
})

test('without keys the chain goes on, and the status says why', async () => {
  const settings = {
    mechanism: 'jwt',
    use_jwks: true,
    endpoint: 'http://127.0.0.1:9/keys',
    refresh_interval: 300,
  }
  const broker = await authenticatingBroker([settings])
  expect(await broker.codeFor('u', await signedByRsa({}))).toBe(0x87)
  const { body } = await broker.ask('GET', '/authentication/jwt/status')
  expect(body).toMatchObject({ status: 'disconnected', metrics: { nomatch: 1 } })
  expect(JSON.stringify(body)).toContain('ECONNREFUSED')
})
