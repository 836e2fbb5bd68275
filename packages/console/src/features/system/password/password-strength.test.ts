import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it.each([
  ['abcdefgh', 'refused'],
  ['aaaaaaa1', 'weak'],
  ['public12', 'weak'],
  ['Passw0rd!', 'good'],
  ['correct horse battery', 'good'],
  ['Tr0ub4dor&3-xKcd', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
