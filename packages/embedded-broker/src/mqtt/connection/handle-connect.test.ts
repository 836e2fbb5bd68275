import { generate } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import { stopClock } from '../../testing/stop-clock.ts'

test.each([3, 4, 5] as const)('MQTT version %i is served', async (version) => {
  const cluster = await startCluster()
  const raw = openRaw(cluster, version)
  const connack = await raw.connect({ clientId: 'dev', username: 'u', keepalive: 30 })
  expect(version === 5 ? connack.reasonCode : connack.returnCode).toBe(0)
  expect(cluster.session('dev')).toMatchObject({
    clientid: 'dev',
    username: 'u',
    node: 'n1@127.0.0.1',
    isConnected: true,
    protocolName: version === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: version,
    keepalive: 30,
    isCleanStart: true,
    expiryInterval: 0,
    isBridge: false,
    inflightMax: 32,
    mqueueMax: 1000,
  })
})

test('CONNACK of MQTT 5 says what the broker can', async () => {
  const cluster = await startCluster()
  const connack = await openRaw(cluster).connect({ clientId: '' })
  expect(connack.properties).toMatchObject({
    receiveMaximum: 100,
    maximumPacketSize: 1_048_576,
    topicAliasMaximum: 65_535,
    assignedClientIdentifier: expect.stringMatching(/^auto-/),
  })
  expect(cluster.session(String(connack.properties?.assignedClientIdentifier))?.isConnected).toBe(true)
})

test.each([
  ['MQTT 3.1 without a client id', 3, { clientId: '', clean: true }, 2],
  ['MQTT 3.1.1 without a client id that wants to be remembered', 4, { clientId: '', clean: false }, 2],
] as const)('%s is refused', async (_, version, options, returnCode) => {
  const cluster = await startCluster()
  const raw = openRaw(cluster, version)
  // The packet library refuses to write such a packet, so the length of the client ID is patched away.
  const bytes = generate({
    cmd: 'connect',
    clientId: 'x',
    protocolVersion: version,
    protocolId: version === 3 ? 'MQIsdp' : 'MQTT',
    clean: options.clean,
    keepalive: 0,
  })
  const empty = Buffer.concat([bytes.subarray(0, -3), Buffer.from([0, 0])])
  empty[1] = empty.length - 2
  raw.write(empty)
  expect((await raw.next('connack')).returnCode).toBe(returnCode)
  await raw.closed
  expect(cluster.nodes[0]?.metrics()['packets.connack.error']).toBe(1)
})

test('an unknown protocol version is refused with return code 1', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster, 4)
  raw.write(Buffer.from([0x10, 13, 0, 4, 77, 81, 84, 84, 9, 2, 0, 0, 0, 1, 120]))
  expect((await raw.next('connack')).returnCode).toBe(1)
  await raw.closed
})

test('enhanced authentication is refused with 0x8C', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  const connack = await raw.connect({ properties: { authenticationMethod: 'SCRAM' } })
  expect(connack.reasonCode).toBe(0x8c)
  await raw.closed
})

test.each([
  [5, 'reasonCode', 0x8a],
  [4, 'returnCode', 5],
] as const)('a banned client of version %i gets %s %i', async (version, field, code) => {
  const cluster = await startCluster()
  const asked: unknown[] = []
  cluster.setAdmission((who) => {
    asked.push(who)
    return who.clientid === 'bad' ? 'banned' : 'allow'
  })
  const raw = openRaw(cluster, version)
  expect((await raw.connect({ clientId: 'bad', username: 'u' }))[field]).toBe(code)
  await raw.closed
  expect(asked).toEqual([{ clientid: 'bad', username: 'u', peerhost: '127.0.0.1' }])
  expect(cluster.session('bad')).toBeUndefined()
})

test('a second CONNECT is a protocol error', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect()
  raw.send({ cmd: 'connect', clientId: 'again', protocolVersion: 5, protocolId: 'MQTT', clean: true })
  expect((await raw.next('disconnect')).reasonCode).toBe(0x82)
  await raw.closed
  expect(cluster.session('raw')).toBeUndefined()
})

test('anything before CONNECT closes the connection', async () => {
  const raw = openRaw(await startCluster())
  raw.send({ cmd: 'pingreq' })
  await raw.closed
})

test('a NUL in the client id is malformed', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster, 4)
  raw.send({ cmd: 'connect', clientId: 'a\0b', protocolVersion: 4, protocolId: 'MQTT', clean: true })
  await raw.closed
  expect([...cluster.sessions()]).toEqual([])
})

test.each([
  ['markup', '<img src=x onerror=alert(1)>'],
  ['bidi', 'abc\u202Edef\u200B'],
  ['wildcards', 'a/+/#'],
  ['64 KB', 'x'.repeat(65_535)],
])('a client id with %s is text', async (_, clientId) => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  expect((await raw.connect({ clientId })).reasonCode).toBe(0)
  expect(cluster.session(clientId)?.clientid).toBe(clientId)
})

test('a silent client is let go after one and a half keepalives, also a changed one', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect({ keepalive: 600 })
  expect(cluster.setKeepalive('raw', 1)).toBe(true)
  expect(cluster.session('raw')?.keepalive).toBe(1)
  const pass = stopClock()
  await raw.ping()
  pass(1)
  const later = openRaw(cluster)
  await later.connect({ clientId: 'later', keepalive: 1 })
  pass(1500)
  // The keepalive check covers both clients, but only one has been silent for a moment longer than its limit.
  expect((await raw.next('disconnect')).reasonCode).toBe(0x8d)
  await later.ping()
  pass(1501)
  expect((await later.next('disconnect')).reasonCode).toBe(0x8d)
  expect(cluster.setKeepalive('nobody', 1)).toBe(false)
})

test('a kicked client is told 0x98 and loses connection and session', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster)
  await raw.connect({ properties: { sessionExpiryInterval: 600 } })
  expect(cluster.kick('raw')).toBe(true)
  expect((await raw.next('disconnect')).reasonCode).toBe(0x98)
  await raw.closed
  expect(cluster.session('raw')).toBeUndefined()
  expect(cluster.kick('raw')).toBe(false)
})

test('a client that vanishes is noticed', async () => {
  const cluster = await startCluster()
  const client = await connectClient(cluster, { clientId: 'gone', protocolVersion: 4 })
  client.end(true)
  await eventually(() => expect(cluster.session('gone')).toBeUndefined())
  expect(cluster.nodes[0]?.stats()).toMatchObject({ 'live_connections.count': 0, 'live_connections.max': 1 })
})

test('a kicked mqtt.js client sees the reason and the end of its connection', async () => {
  const cluster = await startCluster()
  const client = await connectClient(cluster, { clientId: 'lib' })
  const told = new Promise((resolve) => client.once('disconnect', ({ reasonCode }) => resolve(reasonCode)))
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  cluster.kick('lib')
  expect(await told).toBe(0x98)
  await closed
})
