import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { HashTurns } from './hash-turns.ts'

export interface PasswordHash {
  readonly salt: string
  readonly hash: string
  /** The parameter N of scrypt, which determines memory and time for one guess. */
  readonly cost: number
}

export const defaultCost = 16_384
const size = 32
/** Waiting hashes wait for at most one second. */
const turns = new HashTurns({ atOnce: 2, maxWaiting: 20 })

/**
 * Returns true if a hash of this cost can be checked at all: scrypt accepts powers of two, and needs 16 MiB for the
 * largest.
 */
export const isPossibleCost = (cost: number): boolean =>
  cost >= 2 && cost <= defaultCost && Number.isInteger(Math.log2(cost))

/** Returns a hash that no password matches, but whose check takes as long as that of a real one. */
export const hashOfNobody = (cost: number): PasswordHash => ({
  salt: randomBytes(16).toString('base64'),
  hash: randomBytes(size).toString('base64'),
  cost,
})

export async function hashUserPassword(password: string, cost: number): Promise<PasswordHash> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost }
}

export async function matchesPassword(password: string, stored: PasswordHash): Promise<boolean> {
  const derived = await derive(password, Buffer.from(stored.salt, 'base64'), stored.cost)
  const hash = Buffer.from(stored.hash, 'base64')
  return hash.length === derived.length && timingSafeEqual(hash, derived)
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return turns.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password, salt, size, { N: cost }, (error, key) =>
          error === null ? resolve(key) : reject(error),
        )
      }),
  )
}

/** Returns what is wrong with a new password, in the words of the broker (specification §5). */
export function passwordFault(password: string): string | undefined {
  const length = password.length
  if (length < 8 || length > 64) return 'The range of password length is 8~64'
  if (!/^[\x20-\x7e]*$/.test(password)) return 'Only ascii characters are allowed in the password'
  const groups = [/[A-Za-z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((group) => group.test(password))
  if (groups.length >= 2) return undefined
  return (
    'Bad password. At least two different kind of characters from groups of letters, numbers, and special ' +
    'characters. For example, if password is composed from letters, it must contain at least one number or a ' +
    'special character.'
  )
}
