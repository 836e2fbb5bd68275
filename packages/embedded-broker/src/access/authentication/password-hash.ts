import { createHash, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { HashTurns } from '../../system/users/hash-turns.ts'
import { isSameSecret } from './same-secret.ts'

const simple = v.object({
  name: v.picklist(['plain', 'md5', 'sha', 'sha256', 'sha512']),
  salt_position: v.picklist(['disable', 'prefix', 'suffix']),
})
const derived = v.object({
  name: v.literal('pbkdf2'),
  mac_fun: v.picklist(['md4', 'md5', 'ripemd160', 'sha', 'sha224', 'sha256', 'sha384', 'sha512']),
  iterations: v.number(),
  dk_length: v.optional(v.number()),
})
const bcrypt = v.object({ name: v.literal('bcrypt'), salt_rounds: v.optional(v.number(), 10) })

export const passwordHashSchema = v.union([simple, derived, bcrypt])
export type PasswordHash = v.InferOutput<typeof passwordHashSchema>

export interface HashedPassword {
  readonly hash: string
  readonly salt: string
}

const derive = promisify(pbkdf2)
const saltBytes = 16
/** Passwords are hashed one at a time; the length of the queue is limited by the number of connections. */
const turns = new HashTurns({ atOnce: 1 })

/** Returns the name of a digest as the library spells it. */
const digestName = (name: string): string => (name === 'sha' ? 'sha1' : name)

function digest(
  { name, salt_position }: v.InferOutput<typeof simple>,
  salt: string,
  password: Buffer,
): string {
  if (name === 'plain') return password.toString('utf8')
  const hash = createHash(digestName(name))
  if (salt_position === 'prefix') hash.update(salt)
  hash.update(password)
  if (salt_position === 'suffix') hash.update(salt)
  return hash.digest('hex')
}

async function deriveKey(
  { mac_fun, iterations, dk_length }: v.InferOutput<typeof derived>,
  salt: string,
  password: Buffer,
): Promise<string> {
  const name = digestName(mac_fun)
  const length = dk_length ?? createHash(name).digest().length
  const key = await turns.run(() => derive(password, salt, iterations, length, name))
  return key.toString('hex')
}

/** Hashes a password with a new salt. */
export async function hashPassword(algorithm: PasswordHash, password: Buffer): Promise<HashedPassword> {
  if (algorithm.name === 'bcrypt') {
    const { genSalt, hash } = await import('bcryptjs')
    const salt = await genSalt(algorithm.salt_rounds)
    return { hash: await hash(password.toString('utf8'), salt), salt }
  }
  if (algorithm.name === 'pbkdf2') {
    const salt = randomBytes(saltBytes).toString('hex')
    return { hash: await deriveKey(algorithm, salt, password), salt }
  }
  const isSalted = algorithm.name !== 'plain' && algorithm.salt_position !== 'disable'
  const salt = isSalted ? randomBytes(saltBytes).toString('hex') : ''
  return { hash: digest(algorithm, salt, password), salt }
}

export async function isPassword(
  algorithm: PasswordHash,
  { hash, salt }: HashedPassword,
  password: Buffer,
): Promise<boolean> {
  if (algorithm.name === 'bcrypt') {
    const { compare } = await import('bcryptjs')
    return await compare(password.toString('utf8'), hash)
  }
  if (algorithm.name === 'plain') return isSameSecret(hash, password)
  const made =
    algorithm.name === 'pbkdf2'
      ? await deriveKey(algorithm, salt, password)
      : digest(algorithm, salt, password)
  return isSameSecret(made, hash.toLowerCase())
}

/** Returns false for a digest so old that this machine's cryptography library does not support it. */
export function isAvailable(algorithm: PasswordHash): boolean {
  if (algorithm.name !== 'pbkdf2') return true
  try {
    createHash(digestName(algorithm.mac_fun))
    return true
  } catch {
    // The library throws for a digest that it does not support.
    return false
  }
}
