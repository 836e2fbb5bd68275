import { expect, it } from 'vitest'
import { checkNewPassword, isStrongPassword } from './password-rules.ts'

it.each([
  ['abcdefg1', true],
  ['with blank!', true],
  ['12345678!', true],
  ['abcdefg', false],
  ['abcdefgh', false],
  ['12345678', false],
  ['!!!!!!!!', false],
  ['密码密码密码密码1a', false],
  [`a1${'x'.repeat(62)}`, true],
  [`a1${'x'.repeat(63)}`, false],
])('%s: %s', (password, isStrong) => {
  expect(isStrongPassword(password)).toBe(isStrong)
})

it('names what is wrong with each field', () => {
  expect(checkNewPassword({ current: 'public', next: '', repeated: '' })).toEqual({
    next: 'required',
    repeated: 'required',
  })
  expect(checkNewPassword({ current: 'a1a1a1a1', next: 'a1a1a1a1', repeated: 'x' })).toEqual({
    next: 'same',
    repeated: 'different',
  })
  expect(checkNewPassword({ current: 'public', next: 'a1a1a1a1', repeated: 'a1a1a1a1' })).toEqual({})
})
