import { generateKeyPairSync } from 'node:crypto'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { exportJWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { authenticatingBroker } from '../../testing/authenticating-broker.ts'
import { eventually } from '../../testing/eventually.ts'
import { type HostilePeer, hostilePeer, pour } from '../../testing/hostile-peer.ts'
import { manualClock } from '../../testing/manual-clock.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwk = await exportJWK(rsa.publicKey)
const token = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(rsa.privateKey)
const good = { ...jwk, kid: 'k1', alg: 'RS256' }

const head = 'HTTP/1.1 200 OK\r\n'
const buildAnswer = (body: string | Buffer, more = 'content-type: application/json\r\n'): Buffer =>
  Buffer.concat([
    Buffer.from(`${head}${more}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ])
const say = (body: string | Buffer, more?: string) => (socket: Socket) =>
  socket.write(buildAnswer(body, more))
const sayKeys = (...keys: readonly unknown[]) => say(JSON.stringify({ keys }))
const redirect = (to: string) => (socket: Socket) =>
  socket.write(`HTTP/1.1 302 Found\r\nlocation: ${to}\r\ncontent-length: 0\r\n\r\n`)

const settingsFor = (endpoint: string) => ({
  mechanism: 'jwt',
  use_jwks: true,
  endpoint,
  refresh_interval: 300,
  ...(endpoint.startsWith('https') ? { ssl: { enable: true } } : {}),
})

async function brokerAsking({ server }: HostilePeer, scheme = 'http') {
  const clock = manualClock()
  const broker = await authenticatingBroker([settingsFor(`${scheme}://${server}/keys`)], { clock })
  return { ...broker, clock }
}

/** Counts the requests to a peer: a health check opens a connection but sends no request. */
async function countingPeer(answer: (socket: Socket) => unknown) {
  const asked: string[] = []
  const peer = await hostilePeer({
    answer: (socket, bytes) => {
      asked.push(bytes.toString('latin1').split('\r\n')[0] ?? '')
      answer(socket)
    },
  })
  return { peer, asked }
}

const trickle = (socket: Socket) => {
  const timer = setInterval(() => socket.write('H'), 20)
  socket.on('close', () => clearInterval(timer))
}

const long = (length: number) => Buffer.alloc(length, 0x7f).toString('base64url')

describe('keys of a service that answers with', () => {
  const attacks: Readonly<Record<string, (socket: Socket) => unknown>> = {
    'a body without end': (socket) => {
      socket.write(`${head}\r\n`)
      pour(socket, Buffer.alloc(65_536, 0x41))
    },
    '100 MB': (socket) => {
      socket.write(`${head}content-length: 100000000\r\n\r\n`)
      pour(socket, Buffer.alloc(65_536, 0x41))
    },
    'a head without end': (socket) => {
      socket.write(head)
      pour(socket, Buffer.from('a: b\r\n'.repeat(1000)))
    },
    silence: () => undefined,
    'a byte now and then': trickle,
    'the end of the connection': (socket) => socket.end(),
    'a reset in the middle': (socket) =>
      socket.write(`${head}content-length: 900\r\n\r\n{`, () => socket.resetAndDestroy()),
    'a page': say('<html>{"keys":[]}</html>', 'content-type: text/html\r\n'),
    'no JSON': say('{"keys":['),
    'deep JSON': say(`{"keys":${'['.repeat(500_000)}${']'.repeat(500_000)}}`),
    'a key as deep as that': say(`{"keys":[{"kty":${'['.repeat(500_000)}${']'.repeat(500_000)}}]}`),
    'keys by name': say(JSON.stringify({ keys: { k1: good } })),
    'the names of prototypes': say('{"__proto__":{"keys":[]},"constructor":{"keys":[]}}'),
    'what unpacks to 300 MB': say(gzipSync(Buffer.alloc(300_000_000)), 'content-encoding: gzip\r\n'),
    '75,000 keys': say(`{"keys":[${'{"kty":"RSA"},'.repeat(74_000)}{"kty":"RSA"}]}`),
    'a modulus of 700 kB': sayKeys({ ...good, n: long(700_000) }),
    'an exponent of 700 kB': sayKeys({ ...good, e: long(700_000) }),
    'a modulus of 16,385 bits': sayKeys({ ...good, n: long(2_049) }),
    'an exponent of nothing': sayKeys({ ...good, e: '' }),
    'keys of other types': sayKeys(
      null,
      7,
      [],
      'k1',
      { kty: 1 },
      { ...good, n: 1 },
      { ...good, kty: ['RSA'] },
    ),
    'the private key of somebody': sayKeys({ kty: 'oct', k: 'AAAA', kid: 'k1', alg: 'RS256' }),
  }

  test.each(Object.entries(attacks))(
    '%s are none, and the client is nobody’s',
    async (_name, attack) => {
      const { peer, asked } = await countingPeer(attack)
      const broker = await brokerAsking(peer)
      expect(await broker.codeFor('u', token)).toBe(0x87)
      expect(asked).toEqual(['GET /keys HTTP/1.1'])
      await broker.ask('DELETE', '/authentication/jwt')
      await eventually(() => expect(peer.open).toBe(0))
    },
    30_000,
  )

  test('a redirection leads nowhere, be it to the service itself, to a file or to another host', async () => {
    const other = await countingPeer(sayKeys(good))
    for (const to of ['/keys', 'file:///etc/passwd', `http://${other.peer.server}/keys`]) {
      const { peer, asked } = await countingPeer(redirect(to))
      const broker = await brokerAsking(peer)
      expect(await broker.codeFor('u', token), to).toBe(0x87)
      expect(asked, to).toHaveLength(1)
    }
    expect(other.peer.taken).toBe(0)
  })
})

test('a key that can be read serves, whatever is beside it', async () => {
  const others = [null, { kty: 'RSA', n: long(700_000) }, { kty: 'EC', crv: 'P-0', x: '', y: '' }]
  const { peer } = await countingPeer(sayKeys(...others, good, { kty: 'oct', k: 'AAAA' }))
  const broker = await brokerAsking(peer)
  expect(await broker.codeFor('u', token)).toBe(0)
})

test('what a key is said to be for is not read, however long it is', async () => {
  const key_ops = Array.from({ length: 150_000 }, (_, n) => n.toString(36))
  const { peer } = await countingPeer(sayKeys({ ...good, key_ops }))
  const broker = await brokerAsking(peer)
  expect(await broker.codeFor('u', token)).toBe(0)
})

test.each([
  [7, 0],
  [8, 0x87],
])(
  'of keys that take long to try as many are tried as take no longer than 1,000 quick ones (%s)',
  async (quick, code) => {
    const slow = await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey)
    const other = await exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
    const many = [...Array.from({ length: 900 }, () => slow), ...Array.from({ length: quick }, () => other)]
    const { peer } = await countingPeer(sayKeys(...many, good))
    const broker = await brokerAsking(peer)
    expect(await broker.codeFor('u', token)).toBe(code)
  },
)

test('500 clients that come while a service of keys is silent ask it once, and all are answered', async () => {
  const { peer, asked } = await countingPeer(() => undefined)
  const broker = await brokerAsking(peer)
  const codes = await Promise.all(Array.from({ length: 500 }, (_, n) => broker.codeFor(`u${n}`, token)))
  expect(new Set(codes)).toEqual(new Set([0x87]))
  expect(asked).toHaveLength(1)
}, 30_000)

test('an authenticator that is deleted while keys pour in lets go of the service, and of its clients, at once', async () => {
  const { peer, asked } = await countingPeer((socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
    trickle(socket)
  })
  const broker = await brokerAsking(peer)
  const code = broker.codeFor('u', token)
  await eventually(() => expect(asked).toHaveLength(1))
  await broker.ask('DELETE', '/authentication/jwt')
  await eventually(() => expect(peer.open).toBe(0))
  expect(await code).toBe(0x87)
  for (let n = 0; n < 3; n += 1) broker.clock.advance(300_000)
  expect([peer.open, asked.length]).toEqual([0, 1])
})

/** Sends the head of a TLS record that is never completed. */
const slowHandshake = (socket: Socket) => {
  socket.write(Buffer.from([22, 3, 3, 0x40, 0]))
  const timer = setInterval(() => socket.write(Buffer.from([2])), 20)
  socket.on('close', () => clearInterval(timer))
}

test.each([
  ['silent', () => undefined],
  ['slow', slowHandshake],
])(
  'a %s handshake keeps one connection at most, and none once its authenticator has gone',
  async (_name, greet) => {
    const peer = await hostilePeer({ greet })
    const broker = await brokerAsking(peer, 'https')
    expect(await broker.codeFor('u', token)).toBe(0x87)
    for (let n = 1; n <= 4; n += 1) {
      broker.clock.advance(15_000)
      await eventually(() => expect(peer.taken).toBe(n + 1))
      await eventually(() => expect(peer.open).toBe(1))
    }
    await broker.ask('DELETE', '/authentication/jwt')
    await eventually(() => expect(peer.open).toBe(0))
  },
  30_000,
)

test('questions that stand in line end with their authenticator, too', async () => {
  const peer = await hostilePeer({})
  const broker = await authenticatingBroker([
    {
      mechanism: 'password_based',
      backend: 'http',
      method: 'post',
      body: {},
      url: `http://${peer.server}/`,
      pool_size: 2,
      request_timeout: '60s',
    },
  ])
  const codes = Array.from({ length: 20 }, (_, n) => broker.codeFor(`u${n}`, 'p'))
  await eventually(() => expect(peer.open).toBe(2))
  const taken = peer.taken
  await broker.ask('DELETE', '/authentication/password_based:http')
  expect(new Set(await Promise.all(codes))).toEqual(new Set([0x87]))
  await eventually(() => expect(peer.open).toBe(0))
  expect(peer.taken).toBe(taken)
})
