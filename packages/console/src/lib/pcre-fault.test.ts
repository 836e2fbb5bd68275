import { expect, test } from 'vitest'
import { pcreFault } from './pcre-fault.ts'

test.each([
  '^plant/([^/]+)/(.+)$',
  'a[]b]c',
  'a[^]]c',
  '[[:alpha:]/]+',
  '\\(',
  '\\[',
  'a\\\\',
  '(?:a|b)?',
  '(?i)a',
  '(*UTF8)a',
  '(?<name>a)*+',
  '\\Q([\\E',
  '(?x) a # (',
  '',
])('%s is for the broker to judge', (text) => {
  expect(pcreFault(text)).toBeUndefined()
})

test.each([
  ['([', 1],
  ['^x/(', 3],
  ['a)', 1],
  ['[a', 0],
  ['[]', 0],
  ['*a', 0],
  ['(+a)', 1],
  ['a\\', 1],
])('%s cannot be compiled', (text, at) => {
  expect(pcreFault(text)).toEqual({ at })
})
