import { expect, test } from 'vitest'
import { hashShapeOf } from './read-users.ts'

const hex = (length: number) => 'a1'.repeat(length)
const bcrypt = `$2b$10$${'a'.repeat(53)}`

test.each<readonly [algorithm: object, hash: string, isOne: boolean | undefined]>([
  [{ name: 'sha256' }, hex(32), true],
  [{ name: 'sha256' }, 'nonsense', false],
  [{ name: 'sha256' }, hex(20), false],
  [{ name: 'sha' }, hex(20), true],
  [{ name: 'sha512' }, hex(64), true],
  [{ name: 'md5' }, hex(16), true],
  [{ name: 'bcrypt' }, bcrypt, true],
  [{ name: 'bcrypt' }, hex(30), false],
  [{ name: 'pbkdf2', mac_fun: 'sha256' }, hex(32), true],
  [{ name: 'pbkdf2', mac_fun: 'sha256', dk_length: 16 }, hex(16), true],
  [{ name: 'plain' }, 'anything', undefined],
  [{ name: 'of tomorrow' }, 'anything', undefined],
])('of %j, %s is a hash: %s', (password_hash_algorithm, hash, isOne) => {
  expect(hashShapeOf({ password_hash_algorithm })?.pattern.test(hash)).toBe(isOne)
})

test('of an authenticator without passwords nothing is known', () => {
  expect(hashShapeOf({ mechanism: 'jwt' })).toBeUndefined()
})
