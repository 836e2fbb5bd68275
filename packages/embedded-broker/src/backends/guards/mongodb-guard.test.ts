import fc from 'fast-check'
import { BSON } from 'mongodb'
import { expect, test } from 'vitest'
import { AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { openMongodbGuard } from './mongodb-guard.ts'
import { answersIn } from './testing/answers-in.ts'

const document = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean()))

function messageWith(body: Uint8Array): Buffer {
  const head = Buffer.alloc(21)
  head.writeInt32LE(21 + body.length, 0)
  head.writeInt32LE(2013, 12)
  return Buffer.concat([head, body])
}

test('A whole message passes, wherever it is cut', () => {
  fc.assert(
    fc.property(document, fc.array(fc.nat({ max: 400 })), (one, cuts) => {
      const bytes = messageWith(
        BSON.serialize({ one, list: [one, one], at: new Date(0), id: new BSON.ObjectId() }),
      )
      expect(answersIn(openMongodbGuard(), Buffer.concat([bytes, bytes]), cuts)).toBeUndefined()
    }),
  )
})

test('Whatever else arrives passes or is refused by name', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(messageWith(bytes))),
  )
  fc.assert(
    fc.property(anything, fc.array(fc.nat({ max: 300 })), (bytes, cuts) => {
      const fault = answersIn(openMongodbGuard(), Buffer.from(bytes), cuts)
      if (fault === undefined) return
      expect(fault instanceof AnswerTooLargeError || fault instanceof MalformedAnswerError).toBe(true)
      expect(answersIn(openMongodbGuard(), Buffer.from(bytes), [])?.message).toBe(fault.message)
    }),
    { numRuns: 1000 },
  )
})

test('A byte that is changed in a message ends it or leaves a whole document', () => {
  const whole = messageWith(BSON.serialize({ ok: 1, a: { b: ['x', { c: 1 }] }, t: 'text', n: null }))
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }), (at, value) => {
      const bytes = Buffer.from(whole)
      bytes[at] = value
      const fault = answersIn(openMongodbGuard(), bytes, [])
      if (fault !== undefined || bytes.readInt32LE(0) !== bytes.length) return
      expect(() => BSON.deserialize(bytes.subarray(21))).not.toThrow(RangeError)
    }),
    { numRuns: 1000 },
  )
})
