import { expect, test } from 'vitest'
import { isTrue } from './own-rights.ts'

test.each([true, 'true', '1', '2', '+1', 1, 2, 1n, Buffer.from('1')])('%o makes a superuser', (value) => {
  expect(isTrue(value)).toBe(true)
})

test.each([
  false,
  'false',
  '0',
  '',
  'no',
  'off',
  'f',
  't',
  'yes',
  'TRUE',
  'true ',
  '0.0',
  '1.5',
  '-1',
  '1e3',
  0,
  -1,
  0.5,
  Number.NaN,
  0n,
  -1n,
  null,
  undefined,
  {},
  [true],
  Buffer.from([1]),
  Buffer.alloc(0),
])('%o makes none', (value) => {
  expect(isTrue(value)).toBe(false)
})
