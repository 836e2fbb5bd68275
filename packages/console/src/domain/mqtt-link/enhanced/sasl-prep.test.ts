import { expect, it } from 'vitest'
import { saslPrep } from './sasl-prep.ts'

it.each([
  // Examples of RFC 4013 §3.
  ['I\u00adX', 'IX'],
  ['user', 'user'],
  ['USER', 'USER'],
  ['\u00aa', 'a'],
  ['\u2168', 'IX'],
  ['\u0007', undefined],
  // Other spaces become a plain space, invisible characters are removed, and both spellings of an accent become
  // equal.
  ['a\u00a0b\u3000c', 'a b c'],
  ['a\u200bb\ufe0f', 'ab'],
  ['cafe\u0301', 'café'],
  ['密码 🔑', '密码 🔑'],
  ['\ud800', undefined],
  ['\u202egnorw', undefined],
  ['\ue000', undefined],
])('%j becomes %j', (text, prepared) => {
  expect(saslPrep(text)).toBe(prepared)
})
