import { expect, test } from 'vitest'
import { findTopicListFault, parseTopicLines } from './topic-faults.ts'

test('one topic per line, blanks and all', () => {
  expect(parseTopicLines('a/b\r\n\n c \nd')).toEqual(['a/b', ' c ', 'd'])
})

test.each([
  [['a', 'b/#'], 'b/#: Only single topics can be counted, without + and #.'],
  [['$share/g/a'], '$share/g/a: Messages have topics without $share/…: give the topic alone.'],
  [['a', 'a'], 'Twice in the list: a'],
  [['known'], 'Already counted: known'],
  [['a\u0000'], 'a[NUL]: A topic cannot contain the character NUL'],
])('%j cannot be added', (topics, fault) => {
  expect(findTopicListFault(topics, new Set(['known']))).toBe(fault)
})

test('more than 512 are told how many still fit', () => {
  const counted = new Set(Array.from({ length: 510 }, (_, at) => `t/${at}`))
  expect(findTopicListFault(['a', 'b'], counted)).toBeUndefined()
  expect(findTopicListFault(['a', 'b', 'c'], counted)).toMatch(/room for 2 more.*at most 512/)
})
