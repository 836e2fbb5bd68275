import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { openRedisGuard } from './redis-guard.ts'
import { answersIn } from './testing/answers-in.ts'

const text = (value: string) => `$${Buffer.byteLength(value)}\r\n${value}\r\n`
const plain = fc.stringMatching(/^[a-z0-9 ]{0,20}$/)
const one = fc.oneof(
  fc.string().map(text),
  fc.constantFrom('$-1\r\n', '*-1\r\n', '_\r\n', '#t\r\n', '$0\r\n\r\n', '*0\r\n'),
  fc.integer().map((value) => `:${value}\r\n`),
  plain.map((value) => `+${value}\r\n`),
  plain.map((value) => `-ERR ${value}\r\n`),
)
const list = (value: fc.Arbitrary<string>) =>
  fc.array(value, { maxLength: 6 }).map((values) => `*${values.length}\r\n${values.join('')}`)
const answer = fc.oneof(one, list(one), list(fc.oneof(one, list(one))))
const cuts = fc.array(fc.nat({ max: 300 }))

test('Answers pass, wherever they are cut', () => {
  fc.assert(
    fc.property(fc.array(answer), cuts, (answers, places) => {
      expect(answersIn(openRedisGuard(), Buffer.from(answers.join('')), places)).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})

test('Whatever else arrives passes or is refused by name, wherever it is cut', () => {
  const signs = fc.constantFrom(
    ...'+-:,_#($!=*~%|>.\r\n0129'.split(''),
    '\r\n',
    '9999999999',
    '*2000000000\r\n',
  )
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(signs, { maxLength: 100 }).map((parts) => new Uint8Array(Buffer.from(parts.join('')))),
  )
  fc.assert(
    fc.property(anything, cuts, (bytes, places) => {
      const fault = answersIn(openRedisGuard(), Buffer.from(bytes), places)
      expect(answersIn(openRedisGuard(), Buffer.from(bytes), [])?.message).toBe(fault?.message)
      if (fault !== undefined)
        expect(fault instanceof AnswerTooLargeError || fault instanceof MalformedAnswerError).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

const refused = (...parts: readonly string[]) => answersIn(openRedisGuard(), Buffer.from(parts.join('')), [])

test('What is announced is refused before it comes', () => {
  expect(refused('$4194305\r\n')).toBeInstanceOf(AnswerTooLargeError)
  expect(refused('$9999999999\r\n')).toBeInstanceOf(AnswerTooLargeError)
  expect(refused('*10001\r\n')).toBeInstanceOf(AnswerTooLargeError)
  expect(refused('*9999\r\n*9999\r\n')).toBeInstanceOf(AnswerTooLargeError)
  expect(refused('%5001\r\n')).toBeInstanceOf(AnswerTooLargeError)
  expect(refused('*1\r\n'.repeat(17))).toBeInstanceOf(AnswerTooLargeError)
  expect(refused('+', 'x'.repeat(65_536))).toBeInstanceOf(AnswerTooLargeError)
  expect(refused('*2\r\n', `$3000000\r\n${'x'.repeat(3_000_000)}\r\n`.repeat(2))).toBeInstanceOf(
    AnswerTooLargeError,
  )
  expect(refused('>2\r\n+subscribe\r\n_\r\n')).toBeInstanceOf(MalformedAnswerError)
  expect(refused('$99999999999999999999999999\r\n')).toBeInstanceOf(MalformedAnswerError)
  expect(refused(`$3000000\r\n${'x'.repeat(3_000_000)}\r\n`.repeat(3))).toBeUndefined()
})

test('What a cluster says of its nodes has the form that the library reads', () => {
  const slots = (said: string) => {
    const guard = openRedisGuard()
    guard.noteSent?.(Buffer.from('*2\r\n$7\r\ncluster\r\n$5\r\nSLOTS\r\n'))
    return answersIn(guard, Buffer.from(said), [])
  }
  const node = '*3\r\n$9\r\n127.0.0.1\r\n:7000\r\n$2\r\nid\r\n'
  expect(
    slots(`+OK\r\n*2\r\n*3\r\n:0\r\n:8191\r\n${node}*4\r\n:8192\r\n:16383\r\n${node}${node}`),
  ).toBeUndefined()
  expect(slots('-ERR no cluster\r\n')).toBeUndefined()
  expect(slots(`*1\r\n*3\r\n:0\r\n:2000000000\r\n${node}`)).toBeInstanceOf(MalformedAnswerError)
  expect(slots(`*6\r\n${`*3\r\n:0\r\n:16383\r\n${node}`.repeat(6)}`)).toBeInstanceOf(MalformedAnswerError)
  for (const said of [
    '*-1\r\n',
    '$-1\r\n',
    '_\r\n',
    '*1\r\n*-1\r\n',
    '*1\r\n$-1\r\n',
    '*1\r\n*3\r\n:0\r\n:1\r\n$-1\r\n',
  ])
    expect(slots(said), said).toBeInstanceOf(MalformedAnswerError)
})
