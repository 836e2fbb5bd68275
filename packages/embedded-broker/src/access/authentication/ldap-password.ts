import { createHash } from 'node:crypto'
import { isSameSecret } from './same-secret.ts'

/** Scheme to digest and its length; what follows the digest is the salt. */
const schemes = new Map<string, readonly [string, number]>([
  ['MD5', ['md5', 16]],
  ['SMD5', ['md5', 16]],
  ['SHA', ['sha1', 20]],
  ['SSHA', ['sha1', 20]],
  ['SHA256', ['sha256', 32]],
  ['SSHA256', ['sha256', 32]],
  ['SHA384', ['sha384', 48]],
  ['SSHA384', ['sha384', 48]],
  ['SHA512', ['sha512', 64]],
  ['SSHA512', ['sha512', 64]],
])

/** `userPassword` of RFC 2307: `{SSHA}…` in base64, or the password itself. */
export function isLdapPassword(stored: string, password: Buffer): boolean {
  const found = /^\{([\w-]+)\}(.*)$/s.exec(stored)
  if (found === null) return isSameSecret(stored, password)
  const [, name = '', encoded = ''] = found
  const known = schemes.get(name.toUpperCase().replace(/^(S?SHA)-/, '$1'))
  if (known === undefined) return false
  const [algorithm, length] = known
  const bytes = Buffer.from(encoded, 'base64')
  const made = createHash(algorithm).update(password).update(bytes.subarray(length)).digest()
  return isSameSecret(made, bytes.subarray(0, length))
}
