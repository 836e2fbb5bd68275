import { createSocket } from 'node:dgram'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { mqttsnEngine } from './mqttsn-engine.ts'
import { noFlags, readSn, type SnPacket, writeSn } from './mqttsn-packet.ts'

const document = {
  gateway_id: 7,
  enable_qos3: true,
  mountpoint: 'sn/',
  idle_timeout: '30s',
  predefined: [{ id: 1, topic: 'pre/1' }],
}
const listener = { type: 'udp', id: 'mqttsn:udp:default' } as const
const start = (more: object = {}, wanted: object = {}) =>
  startGateway(mqttsnEngine, { ...document, ...more }, { ...listener, ...wanted })

/** Opens a sensor on a plain socket. */
async function sensor(port: number) {
  const socket = createSocket('udp4')
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  const received: SnPacket[] = []
  socket.on('message', (datagram) => {
    const packet = readSn(datagram)
    if (packet !== undefined) received.push(packet)
  })
  await new Promise<void>((resolve) => socket.connect(port, '127.0.0.1', resolve))
  return {
    received,
    socket,
    say: (packet: SnPacket) => socket.send(writeSn(packet)),
    /** Sends a packet and waits for the response. */
    async ask(packet: SnPacket): Promise<SnPacket | undefined> {
      const before = received.length
      socket.send(writeSn(packet))
      await eventually(() => expect(received.length).toBeGreaterThan(before))
      return received[before]
    },
  }
}

const connect = {
  cmd: 'connect',
  flags: { ...noFlags, cleanSession: true },
  duration: 60,
  clientid: 'meter',
} as const
const publish = {
  cmd: 'publish',
  flags: { ...noFlags, qos: 1 },
  topicId: 1,
  messageId: 5,
  payload: Buffer.from('21'),
} as const
const at = (topicIdType: 'normal' | 'predefined' | 'short', qos: 0 | 1 | 2 | 3 = 1) => ({
  ...noFlags,
  qos,
  topicIdType,
})

it('carries messages between MQTT-SN and MQTT, by registered, predefined and short topics', async () => {
  const { cluster, gateway, port } = await start()
  const phone = await connectClient(cluster, { clientId: 'phone' })
  const heard: string[] = []
  phone.on('message', (topic, payload, { qos }) => heard.push(`${topic} ${payload} ${qos}`))
  await phone.subscribeAsync('sn/#', { qos: 2 })
  const { ask, say } = await sensor(port)
  expect(await ask({ cmd: 'searchgw', radius: 1 })).toEqual({ cmd: 'gwinfo', gatewayId: 7 })
  expect(await ask(publish)).toEqual({ cmd: 'disconnect', duration: undefined })
  expect(await ask(connect)).toEqual({ cmd: 'connack', code: 0 })
  expect(await ask(publish)).toEqual({ cmd: 'puback', topicId: 1, messageId: 5, code: 2 })
  const registered = await ask({ cmd: 'register', topicId: 0, messageId: 1, topic: 'hall/temperature' })
  expect(registered).toEqual({ cmd: 'regack', topicId: 1, messageId: 1, code: 0 })
  expect(await ask(publish)).toEqual({ cmd: 'puback', topicId: 1, messageId: 5, code: 0 })
  expect(await ask({ ...publish, flags: at('predefined', 2), messageId: 6 })).toEqual({
    cmd: 'pubrec',
    messageId: 6,
  })
  expect(await ask({ ...publish, flags: at('predefined', 2), messageId: 6 })).toEqual({
    cmd: 'pubrec',
    messageId: 6,
  })
  expect(await ask({ cmd: 'pubrel', messageId: 6 })).toEqual({ cmd: 'pubcomp', messageId: 6 })
  say({ ...publish, flags: at('short', 0), topicId: Buffer.from('ab').readUInt16BE() })
  await eventually(() => expect(heard).toEqual(['sn/hall/temperature 21 1', 'sn/pre/1 21 2', 'sn/ab 21 0']))
  expect(gateway.client('meter')?.facts).toMatchObject({
    protocolName: 'MQTT-SN',
    protocolVersion: '1.2',
    keepalive: 60,
  })
  expect(gateway.client('meter')?.counters.recvMsg).toBe(3)
})

it('names a topic before its first message, and waits for what must be confirmed', async () => {
  const { clock, cluster, gateway, port } = await start()
  const { ask, received, say } = await sensor(port)
  await ask(connect)
  const subscribe = {
    cmd: 'subscribe',
    flags: at('normal'),
    messageId: 2,
    topic: { topicName: 'down/#' },
  } as const
  expect(await ask(subscribe)).toMatchObject({ cmd: 'suback', topicId: 0, messageId: 2, code: 0 })
  expect(gateway.client('meter')?.subscriptions()).toEqual([{ topic: 'sn/down/#', qos: 1 }])
  for (const payload of ['1', '2'])
    await cluster.publish({ topic: 'sn/down/a', payload: Buffer.from(payload), qos: 1, retain: false })
  await eventually(() =>
    expect(received.at(-1)).toMatchObject({ cmd: 'register', topic: 'down/a', topicId: 1 }),
  )
  expect(gateway.client('meter')?.queue?.()).toEqual({ length: 2, max: 1000, dropped: 0 })
  const acknowledge = async (cmd: 'regack' | 'puback') => {
    const last = received.at(-1)
    const messageId = last !== undefined && 'messageId' in last ? last.messageId : 0
    return ask({ cmd, topicId: 1, messageId, code: 0 })
  }
  expect(await acknowledge('regack')).toMatchObject({ cmd: 'publish', topicId: 1, payload: Buffer.from('1') })
  clock.advance(11_000)
  await eventually(() => expect(received.at(-1)).toMatchObject({ cmd: 'publish', flags: { dup: true } }))
  expect(await acknowledge('puback')).toMatchObject({ cmd: 'publish', payload: Buffer.from('2') })
  say({ cmd: 'puback', topicId: 1, messageId: 3, code: 0 })
  await eventually(() => expect(gateway.client('meter')?.queue?.()).toMatchObject({ length: 0 }))
})

it('keeps the messages of who sleeps, and gives them when it looks', async () => {
  const { clock, cluster, gateway, port } = await start()
  const { ask, received, say } = await sensor(port)
  await ask(connect)
  await ask({ cmd: 'subscribe', flags: at('predefined', 0), messageId: 2, topic: { topicId: 1 } })
  expect(await ask({ cmd: 'disconnect', duration: 100 })).toEqual({ cmd: 'disconnect', duration: undefined })
  await cluster.publish({ topic: 'sn/pre/1', payload: Buffer.from('x'), qos: 0, retain: false })
  clock.advance(100_000)
  expect(received.filter(({ cmd }) => cmd === 'publish')).toEqual([])
  say({ cmd: 'pingreq', clientid: 'meter' })
  await eventually(() => expect(received.slice(-2).map(({ cmd }) => cmd)).toEqual(['publish', 'pingresp']))
  clock.advance(151_000)
  await eventually(() => expect(gateway.client('meter')).toBeUndefined())
})

it('publishes the will of who is gone without a word', async () => {
  const { clock, cluster, port } = await start()
  const wills: string[] = []
  cluster.on(
    'published',
    ({ message }) => void (message.isSys || wills.push(`${message.topic} ${message.payload}`)),
  )
  const { ask } = await sensor(port)
  expect(await ask({ ...connect, flags: { ...noFlags, will: true } })).toEqual({ cmd: 'willtopicreq' })
  expect(await ask({ cmd: 'willtopic', flags: noFlags, topic: 'state' })).toEqual({ cmd: 'willmsgreq' })
  expect(await ask({ cmd: 'willmsg', payload: Buffer.from('gone') })).toEqual({ cmd: 'connack', code: 0 })
  clock.advance(91_000)
  await eventually(() => expect(wills).toEqual(['sn/state gone']))
})

it('takes messages without a connection, where that is allowed', async () => {
  const { cluster, port } = await start()
  const heard: string[] = []
  cluster.on(
    'published',
    ({ message }) => void (message.isSys || heard.push(`${message.fromClientid} ${message.topic}`)),
  )
  const { say } = await sensor(port)
  say({ ...publish, flags: at('predefined', 3) })
  await eventually(() => expect(heard).toEqual(['NegQoS-Client pre/1']))
})

it('refuses whom authentication refuses, and what is not allowed', async () => {
  const refusing = await start({}, { authenticate: () => undefined })
  const stranger = await sensor(refusing.port)
  expect(await stranger.ask(connect)).toEqual({ cmd: 'connack', code: 3 })
  const { cluster, port } = await start()
  cluster.setAccess({ authorize: () => ({ permission: 'deny', source: 'test' }) })
  const { ask } = await sensor(port)
  await ask(connect)
  expect(await ask({ ...publish, flags: at('predefined') })).toMatchObject({ cmd: 'puback', code: 3 })
  const subscribe = {
    cmd: 'subscribe',
    flags: at('normal'),
    messageId: 2,
    topic: { topicName: 'a' },
  } as const
  expect(await ask(subscribe)).toMatchObject({ cmd: 'suback', code: 3 })
})

it('stays whole whatever comes', async () => {
  const { gateway, logged, port } = await start()
  const { ask, socket } = await sensor(port)
  const body = fc.uint8Array({ maxLength: 12 })
  const framed = fc
    .tuple(fc.nat(0x1f), body)
    .map(([type, bytes]) => Buffer.from([bytes.length + 2, type, ...bytes]))
  const raw = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.oneof(framed, framed, raw), fc.nat(9), async (datagram, turn) => {
      if (turn === 0) socket.send(writeSn(connect))
      await new Promise((resolve) => socket.send(datagram, () => setImmediate(resolve)))
    }),
    { numRuns: 400 },
  )
  await ask(connect)
  await eventually(() => expect(gateway.client('meter')).toBeDefined())
  expect(logged).toEqual([])
})
