import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { FrameReader } from './frame-reader.ts'

const packet = fc.integer({ min: 0, max: 40_000 }).map((length) =>
  generate({
    cmd: 'publish',
    topic: 't',
    payload: Buffer.alloc(length, 7),
    qos: 0,
    dup: false,
    retain: false,
  }),
)

test('packets come out whole, however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(packet, { maxLength: 5 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9000 })),
      (packets, sizes) => {
        const reader = new FrameReader(1_048_576)
        const stream = Buffer.concat(packets)
        const found: Buffer[] = []
        for (let at = 0; at < stream.length; ) {
          const size = sizes.next().value
          reader.push(stream.subarray(at, at + size))
          at += size
          for (let frame = reader.next(); Buffer.isBuffer(frame); frame = reader.next()) found.push(frame)
        }
        expect(Buffer.concat(found).equals(stream)).toBe(true)
        expect(found.map((one) => one.length)).toEqual(packets.map((one) => one.length))
      },
    ),
    { numRuns: 30 },
  )
})

test('a packet beyond the limit is refused by its header alone', () => {
  const reader = new FrameReader(100)
  reader.push(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]))
  expect(reader.next()).toBe('too-large')
})

test('a length of five bytes is malformed', () => {
  const reader = new FrameReader(100)
  reader.push(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))
  expect(reader.next()).toBe('malformed')
})
