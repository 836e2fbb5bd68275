import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { duplexPair } from '../../testing/duplex-pair.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'

const version = fc.constantFrom(3 as const, 4 as const, 5 as const)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('a/b', '+/#', '$share/g/a', '$queue/a', '', '\0'),
)
const messageId = fc.integer({ min: 0, max: 65_535 })
const payload = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
const qos = fc.constantFrom(0 as const, 1 as const, 2 as const)
const reasonCode = fc.integer({ min: 0, max: 255 })
const userProperties = fc.dictionary(text, fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 3 })), {
  maxKeys: 3,
})
const properties = fc.record(
  {
    userProperties,
    topicAlias: fc.integer({ min: 0, max: 65_535 }),
    messageExpiryInterval: fc.integer({ min: 0, max: 4_294_967_295 }),
    contentType: text,
    correlationData: payload,
  },
  { requiredKeys: [] },
)

const packet = fc.oneof(
  fc.record({
    cmd: fc.constant('publish' as const),
    topic: text,
    payload,
    qos,
    messageId,
    dup: fc.boolean(),
    retain: fc.boolean(),
    properties,
  }),
  fc.record({
    cmd: fc.constant('subscribe' as const),
    messageId,
    subscriptions: fc.array(
      fc.record({
        topic: text,
        qos,
        nl: fc.boolean(),
        rap: fc.boolean(),
        rh: fc.integer({ min: 0, max: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    cmd: fc.constant('unsubscribe' as const),
    messageId,
    unsubscriptions: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    cmd: fc.constantFrom('puback' as const, 'pubrec' as const, 'pubrel' as const, 'pubcomp' as const),
    messageId,
    reasonCode,
  }),
  fc.record({ cmd: fc.constantFrom('pingreq' as const, 'pingresp' as const) }),
  fc.record({ cmd: fc.constant('auth' as const), reasonCode }),
)

/** Generates the bytes of a packet, some of them changed. */
const damaged = fc
  .tuple(packet, version, fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }))
  .map(([one, protocolVersion, changes]) => {
    const bytes = generate(one, { protocolVersion: one.cmd === 'auth' ? 5 : protocolVersion })
    for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
    return bytes
  })

const stillServes = async (cluster: Awaited<ReturnType<typeof startCluster>>) => {
  const witness = openRaw(cluster)
  const connack = await witness.connect({ clientId: 'witness', clean: true })
  expect(connack.reasonCode).toBe(0)
  witness.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'witness', qos: 1 }] })
  await witness.next('suback')
  await cluster.publish({ topic: 'witness', payload: Buffer.from('x'), qos: 1, retain: false })
  expect((await witness.next('publish')).topic).toBe('witness')
  witness.send({ cmd: 'disconnect' })
  await witness.closed
}

test('random bytes never harm the broker', async () => {
  const cluster = await startCluster()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 4 }),
      version,
      fc.boolean(),
      async (chunks, protocol, first) => {
        const raw = openRaw(cluster, protocol)
        if (first) await raw.connect({ clientId: 'fuzz' })
        for (const chunk of chunks) raw.write(Buffer.from(chunk))
        raw.finish()
        await raw.closed
      },
    ),
    { numRuns: 300 },
  )
  await stillServes(cluster)
})

test('random and damaged packets never harm the broker', async () => {
  const cluster = await startCluster()
  await fc.assert(
    fc.asyncProperty(
      fc.array(damaged, { maxLength: 12 }),
      version,
      fc.boolean(),
      async (packets, protocol, clean) => {
        const raw = openRaw(cluster, protocol)
        await raw.connect({
          clientId: 'fuzz',
          clean,
          ...(protocol === 5 && { properties: { sessionExpiryInterval: 5 } }),
        })
        for (const bytes of packets) raw.write(bytes)
        raw.write(generate({ cmd: 'disconnect' }, { protocolVersion: protocol }))
        raw.finish()
        await raw.closed
      },
    ),
    { numRuns: 300 },
  )
  await stillServes(cluster)
})

test.each([
  ['reserved flags', [0x81, 0]],
  ['QoS 3', [0x36, 5, 0, 1, 97, 0, 1]],
  ['a string longer than its packet', [0x30, 4, 0, 200, 97, 0]],
  ['no UTF-8', [0x30, 6, 0, 2, 0xc3, 0x28, 0, 1]],
  ['NUL in the topic', [0x30, 5, 0, 1, 0, 0, 1]],
  ['an unknown property', [0x30, 6, 0, 1, 97, 2, 99, 1]],
  ['packet type 0', [0x00, 0]],
])('%s is malformed: 0x81', async (_, bytes) => {
  const raw = openRaw(await startCluster())
  await raw.connect()
  raw.write(Buffer.from(bytes))
  expect((await raw.next('disconnect')).reasonCode).toBe(0x81)
  await raw.closed
})

test('a property that does not belong to its packet is a protocol error', async () => {
  const raw = openRaw(await startCluster())
  await raw.connect()
  raw.write(Buffer.from([0x30, 7, 0, 1, 97, 3, 0x21, 0, 9]))
  expect((await raw.next('disconnect')).reasonCode).toBe(0x82)
})

test('QoS 0 is dropped for a client that does not read, QoS 1 is bounded by the window', async () => {
  const cluster = await startCluster()
  const [near, far] = duplexPair()
  cluster.attach('n1@127.0.0.1', far)
  near.write(
    generate({ cmd: 'connect', clientId: 'deaf', clean: true, protocolId: 'MQTT', protocolVersion: 4 }),
  )
  near.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] }))
  await eventually(() => expect(cluster.session('deaf')?.subscriptions.size).toBe(1))
  const payload = Buffer.alloc(1_000_000)
  for (let count = 0; count < 20; count++)
    await cluster.publish({ topic: 't', payload, qos: 0, retain: false })
  for (let count = 0; count < 40; count++) {
    await cluster.publish({ topic: 't', payload: Buffer.from('x'), qos: 1, retain: false })
  }
  const { sendMsgQos0 = 0, sendMsgDropped = 0 } = cluster.session('deaf')?.counters ?? {}
  expect(sendMsgQos0 + sendMsgDropped).toBe(20)
  expect(sendMsgDropped).toBeGreaterThan(8)
  expect(cluster.nodes[0]?.metrics()['delivery.dropped.qos0_msg']).toBe(sendMsgDropped)
  expect(cluster.session('deaf')).toMatchObject({ inflightCount: 32, mqueueLength: 8 })
  near.destroy()
})

test('others are served while the packets of one connection take long, and none is lost when it leaves', async () => {
  const cluster = await startCluster()
  let published = 0
  cluster.on('published', ({ message }) => {
    if (message.topic !== 'slow') return
    published += 1
    for (const since = performance.now(); performance.now() - since < 4; );
  })
  const busy = openRaw(cluster)
  await busy.connect({ clientId: 'busy' })
  const other = openRaw(cluster)
  await other.connect({ clientId: 'other' })
  const packet = { cmd: 'publish', topic: 'slow', payload: 'x', qos: 0, dup: false, retain: false } as const
  busy.write(Buffer.concat(Array.from({ length: 200 }, () => generate(packet, { protocolVersion: 5 }))))
  busy.finish()
  await eventually(() => expect(published).toBeGreaterThan(0))
  await other.ping()
  expect(published).toBeLessThan(200)
  await eventually(() => expect(published).toBe(200))
  await busy.closed
  other.drop()
})
