import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isAvailable, isPassword, type PasswordHash } from './password-hash.ts'

const password = Buffer.from('pässwörd')
const digest = (name: string, text: string) => createHash(name).update(text).digest('hex')

test.each<readonly [string, PasswordHash, string, string]>([
  ['plain', { name: 'plain', salt_position: 'disable' }, '', 'pässwörd'],
  ['md5', { name: 'md5', salt_position: 'prefix' }, 's1', digest('md5', 's1pässwörd')],
  ['sha', { name: 'sha', salt_position: 'suffix' }, 's1', digest('sha1', 'pässwörds1')],
  ['sha256', { name: 'sha256', salt_position: 'disable' }, 's1', digest('sha256', 'pässwörd')],
  ['sha512', { name: 'sha512', salt_position: 'suffix' }, 's1', digest('sha512', 'pässwörds1').toUpperCase()],
])('%s with its salt where it belongs is compared', async (_, algorithm, salt, hash) => {
  expect(await isPassword(algorithm, { hash, salt }, password)).toBe(true)
  expect(await isPassword(algorithm, { hash, salt }, Buffer.from('password'))).toBe(false)
})

test.each([
  ['sha', 2, 20, 40],
  ['sha256', 4096, undefined, 64],
  ['md5', 10, 8, 16],
  ['ripemd160', 10, undefined, 40],
  ['sha224', 10, undefined, 56],
  ['sha384', 10, undefined, 96],
  ['sha512', 10, 16, 32],
] as const)(
  'pbkdf2 with %s and %i iterations is as long as asked',
  async (mac_fun, iterations, dk_length, length) => {
    const algorithm: PasswordHash = { name: 'pbkdf2', mac_fun, iterations, dk_length }
    const made = await hashPassword(algorithm, password)
    expect(made.hash).toHaveLength(length)
    expect(await isPassword(algorithm, made, password)).toBe(true)
    expect(await isPassword(algorithm, { ...made, salt: 'other' }, password)).toBe(false)
  },
)

test('pbkdf2 gives what the test vector of RFC 6070 says', async () => {
  const algorithm: PasswordHash = { name: 'pbkdf2', mac_fun: 'sha', iterations: 4096, dk_length: 20 }
  const stored = { hash: '4b007901b765489abead49d926f721d065a429c1', salt: 'salt' }
  expect(await isPassword(algorithm, stored, Buffer.from('password'))).toBe(true)
})

test('bcrypt reads the hashes of others', async () => {
  const hash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'
  const algorithm: PasswordHash = { name: 'bcrypt', salt_rounds: 5 }
  expect(await isPassword(algorithm, { hash, salt: '' }, Buffer.from('wrong'))).toBe(false)
  const made = await hashPassword(algorithm, password)
  expect(made.hash).toMatch(/^\$2[aby]\$05\$/)
  expect(await isPassword(algorithm, made, password)).toBe(true)
})

test('two users with one password have nothing in common', async () => {
  const algorithm: PasswordHash = { name: 'sha256', salt_position: 'suffix' }
  const [one, other] = [await hashPassword(algorithm, password), await hashPassword(algorithm, password)]
  expect(one.hash).not.toBe(other.hash)
  expect(one.salt).toMatch(/^[\da-f]{32}$/)
})

test('a digest that the machine has not is said to be missing', () => {
  const openssl = execFileSync(process.execPath, [
    '-e',
    'try { require("crypto").createHash("md4"); console.log(true) } catch { console.log(false) }',
  ])
  expect(isAvailable({ name: 'pbkdf2', mac_fun: 'md4', iterations: 1 })).toBe(
    String(openssl).trim() === 'true',
  )
})
