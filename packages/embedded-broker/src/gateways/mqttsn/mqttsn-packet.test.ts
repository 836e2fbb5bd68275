import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSn, type SnPacket, topicIdTypes, writeSn } from './mqttsn-packet.ts'

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
    ...{ cmd: fc.constantFrom('subscribe', 'unsubscribe'), flags: named, messageId: word },
    topic: fc.record({ topicName: text }),
  }),
  fc.record({
    ...{ cmd: fc.constantFrom('subscribe', 'unsubscribe'), flags: numbered, messageId: word },
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
    const written = writeSn({ cmd: 'willmsg', payload: Buffer.alloc(size) })
    return [written.length, written[0]]
  })
  expect(lengths).toEqual([
    [253, 253],
    [254, 254],
    [255, 255],
    [258, 1],
  ])
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
