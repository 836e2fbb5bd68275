import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameSplitter } from './frame-splitter.ts'
import { answersIn } from './testing/answers-in.ts'

/** Collects frames that consist of a length of two bytes and as many bytes. */
function collected() {
  const frames: string[] = []
  const splitter = new FrameSplitter({
    measure: (bytes) => (bytes.length < 2 ? undefined : 2 + bytes.readUInt16BE(0)),
    check: (frame) => frames.push(frame.toString('hex')),
  })
  return { frames, guard: { check: (chunk: Buffer) => splitter.split(chunk) } }
}

test('Frames are found again, wherever they are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.array(fc.nat({ max: 300 })),
      (bodies, cuts) => {
        const frames = bodies.map((body) => {
          const head = Buffer.alloc(2)
          head.writeUInt16BE(body.length)
          return Buffer.concat([head, body])
        })
        const { frames: found, guard } = collected()
        expect(answersIn(guard, Buffer.concat(frames), cuts)).toBeUndefined()
        expect(found).toEqual(frames.map((frame) => frame.toString('hex')))
      },
    ),
  )
})

test('A length that nobody asks for is refused with its head', () => {
  const splitter = (length: number) => new FrameSplitter({ measure: () => length, check: () => undefined })
  expect(() => splitter(0).split(Buffer.alloc(1))).toThrow('malformed')
  expect(() => splitter(-1).split(Buffer.alloc(1))).toThrow('malformed')
  expect(() => splitter(4_194_305).split(Buffer.alloc(1))).toThrow('too large')
  expect(() => splitter(4_194_304).split(Buffer.alloc(1))).not.toThrow()
})
