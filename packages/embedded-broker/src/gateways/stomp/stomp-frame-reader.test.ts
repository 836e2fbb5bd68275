import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFrame, type StompFrame } from './stomp-frame.ts'
import { StompFrameReader } from './stomp-frame-reader.ts'

const limits = { maxHeaders: 10, maxHeadersLength: 1024, maxBodyLength: 65_536 }

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((one) => !one.includes('\0'))
const frame = fc.record({
  command: fc.constantFrom('SEND', 'SUBSCRIBE', 'MESSAGE'),
  headers: fc.array(
    fc.tuple(
      text.filter((one) => one !== 'content-length'),
      text,
    ),
    { maxLength: 9 },
  ),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
})

function readAll(stream: Buffer, sizes: Iterator<number>, reader = new StompFrameReader(limits)) {
  const found: StompFrame[] = []
  let fault: string | undefined
  for (let at = 0; at < stream.length; ) {
    const size: number = sizes.next().value
    const read = reader.read(stream.subarray(at, at + size))
    found.push(...read.frames)
    fault ??= read.fault
    at += size
  }
  return { found, fault }
}

const sizes = fc.infiniteStream(fc.integer({ min: 1, max: 90 }))

test('frames come out as they were written, however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 4 }), sizes, (frames, cuts) => {
      const { found, fault } = readAll(Buffer.concat(frames.map((one) => formatFrame(one))), cuts)
      expect(fault).toBeUndefined()
      expect(found.map(({ command, body }) => [command, body.toString('hex')])).toEqual(
        frames.map(({ command, body }) => [command, body.toString('hex')]),
      )
      expect(found.map(({ headers }) => headers.filter(([name]) => name !== 'content-length'))).toEqual(
        frames.map(({ headers }) => headers),
      )
    }),
    { numRuns: 200 },
  )
})

test('whatever comes is read or refused, and nothing after what is refused', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('SEND\n', '\n', '\0', 'a:b\n', 'content-length:3\n', 'x:\\q\n', '\r\n')
      .map((one) => Buffer.from(one)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), sizes, (pieces, cuts) => {
      const reader = new StompFrameReader(limits)
      const { fault } = readAll(Buffer.concat(pieces), cuts, reader)
      if (fault !== undefined) expect(reader.read(Buffer.from('SEND\n\n\0'))).toEqual({ frames: [], fault })
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a command without an end', 'S'.repeat(17), 'not a command'],
  ['a header that is too long', `SEND\na:${'x'.repeat(1100)}`, 'header too long'],
  ['more headers than are allowed', `SEND\n${'a:b\n'.repeat(11)}`, 'too many headers'],
  ['a body that says it is too long', 'SEND\ncontent-length:65537\n\n', 'body too long'],
  ['a body that is too long', `SEND\n\n${'x'.repeat(65_537)}`, 'body too long'],
  ['a body longer than it says', 'SEND\ncontent-length:1\n\nxx\0', 'no zero byte after the body'],
  ['an escape that means nothing', 'SEND\na:\\t\n\n\0', 'undefined escape sequence'],
])('%s is refused', (_, stream, fault) => {
  expect(new StompFrameReader(limits).read(Buffer.from(stream)).fault).toBe(fault)
})

test('lines may end with a carriage return, and CONNECT is not unescaped', () => {
  const { frames } = new StompFrameReader(limits).read(
    Buffer.from('\n\r\nCONNECT\r\npasscode:a\\nb:c\r\n\r\n\0\n'),
  )
  expect(frames).toEqual([{ command: 'CONNECT', headers: [['passcode', 'a\\nb:c']], body: Buffer.alloc(0) }])
})
