import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitRedis } from './redis-words.ts'

test.each([
  ['HGETALL acl', ['HGETALL', 'acl']],
  ['  HMGET  a  b ', ['HMGET', 'a', 'b']],
  [`HGETALL "a \\"b\\"" 'c d'`, ['HGETALL', 'a "b"', 'c d']],
  ['', []],
  ['HGETALL "a', undefined],
  ['HGETALL "a"b', undefined],
])('%s', (command, words) => {
  expect(splitRedis(command)).toEqual(words)
})

test('quoted words come back as they were', () => {
  const quoted = (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (words) => {
      expect(splitRedis(words.map(quoted).join(' '))).toEqual(words)
    }),
  )
})
