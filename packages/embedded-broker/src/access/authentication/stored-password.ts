import * as v from 'valibot'
import type { Credentials } from '../../mqtt/client/access.ts'
import { badCredentials, type Step } from './authenticator.ts'
import { isTrue } from './own-rights.ts'
import { isPassword, type PasswordHash, passwordHashSchema } from './password-hash.ts'

const shape = v.object({ password_hash_algorithm: passwordHashSchema })

export const parsePasswordHash = (document: unknown): PasswordHash =>
  v.parse(shape, document).password_hash_algorithm

/** The values that the operator's database stores for a user, whatever their columns or fields are called. */
export interface StoredPassword {
  readonly hash: unknown
  readonly salt: unknown
  readonly isSuperuser: unknown
}

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value)
}

/** Ignores a user without a password hash, like an unknown user. */
export async function checkStoredPassword(
  algorithm: PasswordHash,
  { password }: Credentials,
  stored: StoredPassword | undefined,
): Promise<Step> {
  const hash = toText(stored?.hash)
  if (stored === undefined || hash === '') return 'ignore'
  if (password === undefined) return badCredentials
  const isRight = await isPassword(algorithm, { hash, salt: toText(stored.salt) }, password)
  return isRight ? { kind: 'allow', isSuperuser: isTrue(stored.isSuperuser) } : badCredentials
}
