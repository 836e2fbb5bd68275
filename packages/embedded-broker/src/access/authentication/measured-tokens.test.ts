import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { connectAsync, ErrorWithReasonCode } from 'mqtt'
import { beforeAll, describe, expect, test } from 'vitest'
import { type LocalService, localService, type ServiceAnswer } from '../../testing/local-service.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

/** The CONNACK codes of MQTT 5 and of 3.1.1 that clients with real sockets received from EMQX 5.8.9. */
type Codes = readonly [v5: number, v4: number]
const admitted: Codes = [0, 0]
const refused: Codes = [134, 4]
const nobodys: Codes = [135, 5]

const secret = 'emqxsecret'
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const encode = (text: string) => Buffer.from(text).toString('base64url')

/** The claims are passed as text, because a float may be written without a visible fraction. */
function writeToken(claims: string, alg: string, toSignature: (signed: Buffer) => Buffer): string {
  const signed = `${encode(JSON.stringify({ alg, kid: 'named' }))}.${encode(claims)}`
  return `${signed}.${toSignature(Buffer.from(signed)).toString('base64url')}`
}

const signSecretly = (claims: string, key = secret) =>
  writeToken(claims, 'HS256', (signed) => createHmac('sha256', key).update(signed).digest())
const signRsa = (key: KeyObject) => writeToken('{}', 'RS256', (signed) => sign('sha256', signed, key))
const signEc = (key: KeyObject) =>
  writeToken('{}', 'ES256', (signed) => sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }))

let broker: TestBroker
beforeAll(async () => {
  broker = await createTestBroker({ edition: 'enterprise', listen: true, mqttPort: 0, wsPort: 0, nodes: 1 })
  return () => broker.close()
})

async function configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
  await broker.ask('DELETE', '/authentication/jwt')
  const made = await broker.ask('POST', '/authentication', { mechanism: 'jwt', ...settings })
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 })
}

async function connectWith(password: string | undefined, protocolVersion: 4 | 5): Promise<number> {
  const { bind = '' } =
    broker.context.cluster.nodes[0]?.listeners.find(({ id }) => id === 'tcp:default') ?? {}
  try {
    const names = { username: 'u', ...(password !== undefined && { password }) }
    const client = await connectAsync(`mqtt://${bind}`, { ...names, protocolVersion, reconnectPeriod: 0 })
    await client.endAsync(true)
    return 0
  } catch (error) {
    if (error instanceof ErrorWithReasonCode) return error.code
    throw error
  }
}

const codesFor = async (password: string | undefined): Promise<Codes> => [
  await connectWith(password, 5),
  await connectWith(password, 4),
]

const now = Math.floor(Date.now() / 1000)
const [past, future] = [now - 3600, now + 3600]

describe('a token signed with the secret', () => {
  beforeAll(() => configure({ use_jwks: false, algorithm: 'hmac-based', secret }))

  test.each<readonly [claims: string, codes: Codes]>([
    ['{}', admitted],
    [`{"iat":${future}}`, admitted],
    ['{"iat":"soon"}', admitted],
    ['{"iat":null}', admitted],
    [`{"exp":${future}}`, admitted],
    [`{"exp":${past}}`, refused],
    [`{"exp":"${future}"}`, admitted],
    [`{"exp":"${past}"}`, refused],
    ['{"exp":"never"}', refused],
    ['{"exp":""}', refused],
    ['{"exp":null}', refused],
    ['{"exp":true}', refused],
    [`{"exp":${future}.5}`, nobodys],
    [`{"exp":${future}.0}`, nobodys],
    [`{"exp":${past}.5}`, refused],
    [`{"nbf":${past}}`, admitted],
    [`{"nbf":${future}}`, refused],
    [`{"nbf":"${past}"}`, admitted],
    [`{"nbf":"${future}"}`, refused],
    ['{"nbf":"never"}', refused],
    ['{"nbf":null}', refused],
    ['[]', nobodys],
  ])('that says %s gets %j', async (claims, codes) => {
    expect(await codesFor(signSecretly(claims))).toEqual(codes)
  })

  test.each<readonly [string, string | undefined]>([
    ['a wrong secret', signSecretly('{}', 'other')],
    ['the algorithm none', writeToken('{}', 'none', () => Buffer.alloc(0))],
    ['no algorithm that is known', writeToken('{}', 'constructor', () => Buffer.alloc(0))],
    ['the key of somebody else', signRsa(rsa.privateKey)],
    ['a text that is no token', 'no token'],
    ['no password', undefined],
  ])('%s is nobody’s', async (_name, token) => {
    expect(await codesFor(token)).toEqual(nobodys)
  })

  test('lasts beyond what a date can say', async () => {
    expect(await codesFor(signSecretly(`{"exp":1${'0'.repeat(400)}}`))).toEqual(admitted)
  })
})

describe('a claim that is expected as the text 5', () => {
  beforeAll(() =>
    configure({ use_jwks: false, algorithm: 'hmac-based', secret, verify_claims: { site: '5' } }),
  )

  test.each<readonly [claims: string, codes: Codes]>([
    ['{"site":"5"}', admitted],
    ['{"site":5}', refused],
    ['{"site":["5"]}', refused],
    ['{"site":[5]}', refused],
    ['{"site":[["5"]]}', refused],
    ['{"site":null}', refused],
    ['{}', refused],
  ])('and said as %s gets %j', async (claims, codes) => {
    expect(await codesFor(signSecretly(claims))).toEqual(codes)
  })
})

test('a public key of 1024 bits is as good as a longer one', async () => {
  const public_key = shortRsa.publicKey.export({ type: 'spki', format: 'pem' })
  await configure({ use_jwks: false, algorithm: 'public-key', public_key })
  expect(await codesFor(signRsa(shortRsa.privateKey))).toEqual(admitted)
  expect(await codesFor(signRsa(rsa.privateKey))).toEqual(nobodys)
})

describe('keys that a service has', () => {
  const jwk = rsa.publicKey.export({ format: 'jwk' })
  const other = otherRsa.publicKey.export({ format: 'jwk' })
  const short = shortRsa.publicKey.export({ format: 'jwk' })
  const ec = p256.publicKey.export({ format: 'jwk' })
  const oct = { kty: 'oct', k: encode(secret) }
  const answer = (...keys: readonly unknown[]): ServiceAnswer => ({ status: 200, body: { keys } })
  const token = signRsa(rsa.privateKey)

  test.each<readonly [string, answer: ServiceAnswer, token: string, codes: Codes]>([
    ['the one that has signed', answer(jwk), token, admitted],
    ['its name is another', answer({ ...jwk, kid: 'another' }), token, admitted],
    ['another has its name', answer({ ...other, kid: 'named' }, { ...jwk, kid: 'b' }), token, admitted],
    ['several of one name', answer({ ...other, kid: 'named' }, { ...jwk, kid: 'named' }), token, admitted],
    ['it is said to encrypt', answer({ ...jwk, use: 'enc', key_ops: ['encrypt'] }), token, admitted],
    ['one beside it is garbage', answer({ kty: 'RSA', n: '!', e: 1 }, jwk, null), token, admitted],
    ['it is of 1024 bits', answer(short), signRsa(shortRsa.privateKey), admitted],
    ['it is of P-256', answer(ec), signEc(p256.privateKey), admitted],
    ['it is a secret', answer(oct), signSecretly('{}'), admitted],
    ['the service has failed', { status: 500, body: { keys: [jwk] } }, token, admitted],
    ['the answer is a page', { status: 200, type: 'text/html', body: { keys: [jwk] } }, token, admitted],
    ['it is not among them', answer(other, ec, oct), token, nobodys],
    ['there is none', answer(), token, nobodys],
    ['the answer is no JSON', { status: 200, body: '<html>' }, token, nobodys],
    ['it stands alone', { status: 200, body: jwk }, token, nobodys],
    ['a public key is no secret', answer(jwk), signSecretly('{}', jwk.n), nobodys],
  ])('%s', async (_name, body, password, codes) => {
    const service: LocalService = await localService(() => body)
    await configure({ use_jwks: true, endpoint: `${service.url}/keys`, refresh_interval: 300 })
    expect(await codesFor(password)).toEqual(codes)
    expect(service.heard.length).toBeGreaterThan(0)
  })
})
