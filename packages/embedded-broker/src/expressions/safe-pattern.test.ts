import { expect, test } from 'vitest'
import { parseMatcher, parsePattern, type SafePattern } from './safe-pattern.ts'

function parsed(text: string): SafePattern {
  const pattern = parsePattern(text)
  if (typeof pattern !== 'function') throw new Error(pattern.fault)
  return pattern
}

test.each([
  ['^(a+)+$', false],
  ['^(a|a)*b', false],
  [String.raw`^(\w+-?)+$`, false],
  ['^(a+)+!$', true],
])('%s backtracks without end, and is answered all the same: %s', (text, answer) => {
  expect(parsed(text)(`${'a'.repeat(60)}!`)).toBe(answer)
})

test('what is tried in too many ways is given up', () => {
  expect(parsed(String.raw`^(a+)+\1$`)(`${'a'.repeat(60)}!`)).toBe('too-slow')
  expect(parsed(String.raw`^(a+)+\1$`)('aaa')).toBe(true)
})

test('groups are found whichever way a pattern is tried', () => {
  const matcher = parseMatcher('^((a+)+)(!)?$')
  expect(matcher).toBeTypeOf('function')
  if (typeof matcher !== 'function') return
  expect(matcher(`${'a'.repeat(60)}!`)).toEqual(['a'.repeat(60), 'a'.repeat(60), '!'])
  expect(matcher(`${'a'.repeat(60)}?`)).toBeUndefined()
})
