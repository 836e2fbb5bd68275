import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noFlags, readSn, type SnPacket, topicIdTypes, writeSn } from './mqttsn-packet.ts'

const word = fc.nat(0xffff)
const byte = fc.nat(0xff)
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const payload = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))
const flags = fc.record({
  dup: fc.boolean(),
  qos: fc.constantFrom(0, 1, 2, 3),
  retain: fc.boolean(),
  will: fc.boolean(),
  cleanSession: fc.boolean(),
  topicIdType: fc.constantFrom(...topicIdTypes),
})
const named = flags.map((one) => ({ ...one, topicIdType: 'normal' as const }))
const numbered = flags.map((one) => ({ ...one, topicIdType: 'predefined' as const }))

const packet: fc.Arbitrary<SnPacket> = fc.oneof(
  fc.record({ cmd: fc.constant('searchgw'), radius: byte }),
  fc.record({ cmd: fc.constant('gwinfo'), gatewayId: byte }),
  fc.record({ cmd: fc.constant('connect'), flags, duration: word, clientid: text }),
  fc.record({ cmd: fc.constantFrom('connack', 'willtopicresp', 'willmsgresp'), code: byte }),
  fc.record({ cmd: fc.constantFrom('willtopicreq', 'willmsgreq', 'pingresp') }),
  fc.record({ cmd: fc.constantFrom('willtopic', 'willtopicupd'), flags, topic: text }),
  fc.record({ cmd: fc.constantFrom('willmsg', 'willmsgupd'), payload }),
  fc.record({ cmd: fc.constant('register'), topicId: word, messageId: word, topic: text }),
  fc.record({ cmd: fc.constantFrom('regack', 'puback'), topicId: word, messageId: word, code: byte }),
  fc.record({ cmd: fc.constant('publish'), flags, topicId: word, messageId: word, payload }),
  fc.record({ cmd: fc.constantFrom('pubcomp', 'pubrec', 'pubrel', 'unsuback'), messageId: word }),
  fc.record({
    cmd: fc.constantFrom('subscribe', 'unsubscribe'),
    flags: named,
    messageId: word,
    topic: fc.record({ topicName: text }),
  }),
  fc.record({
    cmd: fc.constantFrom('subscribe', 'unsubscribe'),
    flags: numbered,
    messageId: word,
    topic: fc.record({ topicId: word }),
  }),
  fc.record({ cmd: fc.constant('suback'), flags, topicId: word, messageId: word, code: byte }),
  fc.record({ cmd: fc.constant('pingreq'), clientid: text }),
  fc.record({ cmd: fc.constant('disconnect'), duration: fc.option(word, { nil: undefined }) }),
)

test('what is written is read again, long or short', () => {
  fc.assert(
    fc.property(packet, (given) => {
      expect(readSn(writeSn(given))).toEqual(given)
    }),
    { numRuns: 500 },
  )
})

test('a length that fits into one byte is written in one, a longer one in three', () => {
  const lengths = [251, 252, 253, 254].map((size) => {
    const given: SnPacket = { cmd: 'willmsg', payload: Buffer.alloc(size, 1) }
    const written = writeSn(given)
    expect(readSn(written)).toEqual(given)
    return [written.length, written[0]]
  })
  expect(lengths).toEqual([
    [253, 253],
    [254, 254],
    [255, 255],
    [258, 1],
  ])
})

/** Parses a packet of these bytes with its length in front of them. */
const packed = (hex: string) =>
  readSn(Buffer.from(`${(hex.length / 2 + 1).toString(16).padStart(2, '0')}${hex}`, 'hex'))

test.each([
  ['04 00 01 000a', { cmd: 'connect', flags: noFlags, duration: 10, clientid: '' }],
  ['0a 0001 0002 61', { cmd: 'register', topicId: 1, messageId: 2, topic: 'a' }],
  [
    '0c 62 0001 0002',
    {
      cmd: 'publish',
      topicId: 1,
      messageId: 2,
      payload: Buffer.alloc(0),
      flags: { ...noFlags, qos: 3, topicIdType: 'short' },
    },
  ],
  [
    '12 20 0001 61',
    { cmd: 'subscribe', flags: { ...noFlags, qos: 1 }, messageId: 1, topic: { topicName: 'a' } },
  ],
  [
    '14 01 0001 0002',
    {
      cmd: 'unsubscribe',
      messageId: 1,
      topic: { topicId: 2 },
      flags: { ...noFlags, topicIdType: 'predefined' },
    },
  ],
  ['02 05', { cmd: 'gwinfo', gatewayId: 5 }],
])('the shortest packet is read, and nothing shorter: %s', (spaced, expected) => {
  const hex = spaced.replaceAll(' ', '')
  expect(packed(hex)).toEqual(expected)
  expect(packed(hex.slice(0, -2))).toBeUndefined()
})

test('a command may be all there is, and what is not needed may follow', () => {
  expect(packed('08')).toEqual({ cmd: 'willmsgreq' })
  expect(packed('16')).toEqual({ cmd: 'pingreq', clientid: '' })
  // The bytes after the identifier are the address of another gateway.
  expect(packed('02057f000001')).toEqual({ cmd: 'gwinfo', gatewayId: 5 })
})

test.each([
  ['a connection of another protocol', '04 00 02 000a 61'],
  ['a kind of topic that there is not', '04 03 01 000a 61'],
  ['a will of such a kind', '07 03 61'],
  ['a message of such a kind', '0c 03 0001 0002 61'],
  ['a subscription of such a kind', '12 03 0001 0002'],
  ['an acknowledged subscription of such a kind', '13 03 0001 0002 00'],
  ['a numbered topic of three bytes', '12 01 0001 000203'],
  ['more than a code', '05 00 00'],
  ['an answer to a ping that says something', '17 00'],
  ['a duration of one byte', '18 00'],
  ['a message identifier of three bytes', '0e 000102'],
  ['an unknown command', '03 00'],
])('%s is none', (_, spaced) => {
  expect(packed(spaced.replaceAll(' ', ''))).toBeUndefined()
})

test('an empty will takes the will back', () => {
  for (const cmd of ['willtopic', 'willtopicupd'] as const) {
    const taken = { cmd, flags: noFlags, topic: '' }
    expect(readSn(writeSn(taken))).toEqual(taken)
  }
  const none = { dup: false, qos: 0, retain: false, will: false, cleanSession: false }
  expect(noFlags).toEqual({ ...none, topicIdType: 'normal' })
})

test('whatever comes is read or is none', () => {
  const damaged = fc.tuple(packet, word, byte).map(([given, at, value]) => {
    const datagram = writeSn(given)
    datagram[at % datagram.length] = value
    return datagram
  })
  fc.assert(
    fc.property(fc.oneof(damaged, payload), (datagram) => {
      const read = readSn(datagram)
      if (read !== undefined) expect(read).toHaveProperty('cmd')
    }),
    { numRuns: 1000 },
  )
})
