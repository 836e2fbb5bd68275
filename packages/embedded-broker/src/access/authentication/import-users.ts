import type { UserImport } from '@brokerdeck/contract/access/authentication.ts'
import * as v from 'valibot'
import type { AuthnUser, AuthnUsers } from './authn-users.ts'
import { hashPassword, type PasswordHash } from './password-hash.ts'
import { UserFileError, type UserRow } from './user-file.ts'

export interface UserDatabase {
  readonly authenticator: string
  readonly algorithm: PasswordHash
  readonly users: AuthnUsers
  /** Throws once the authenticator is gone. */
  readonly check: () => void
}

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const head = { user_id: v.pipe(text, v.minLength(1)), is_superuser: v.optional(v.boolean(), false) }
const plainSchema = v.object({ ...head, password: text })
const hashedSchema = v.object({ ...head, password_hash: text, salt: v.optional(text, '') })

/** So many are hashed before others get a turn. */
const atOnce = 500

function parseRow<const Schema extends v.GenericSchema>(schema: Schema, row: UserRow): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, row)
  if (!parsed.success) throw new UserFileError('bad_format')
  return parsed.output
}

/** Gives what is to be done for each row, all of which are looked at first: one that is wrong spoils the file. */
function readers(rows: readonly UserRow[], isHashed: boolean, { authenticator, algorithm }: UserDatabase) {
  if (!isHashed) {
    return rows.map((row) => {
      const { user_id: userId, is_superuser: isSuperuser, password } = parseRow(plainSchema, row)
      return async (): Promise<AuthnUser> => {
        const hashed = await hashPassword(algorithm, Buffer.from(password))
        return { authenticator, userId, isSuperuser, secret: { kind: 'password', ...hashed } }
      }
    })
  }
  if (rows.some((row) => row['password_hash'] === undefined)) {
    throw new UserFileError('"hash_import_requires_password_hash_field"')
  }
  return rows.map((row) => {
    const {
      user_id: userId,
      is_superuser: isSuperuser,
      password_hash: hash,
      salt,
    } = parseRow(hashedSchema, row)
    return async (): Promise<AuthnUser> => ({
      ...{ authenticator, userId, isSuperuser },
      secret: { kind: 'password', hash, salt },
    })
  })
}

/** Users that are there already are replaced. */
export async function importUsers(
  rows: readonly UserRow[],
  isHashed: boolean,
  database: UserDatabase,
): Promise<UserImport> {
  const { authenticator, users, check } = database
  const makers = readers(rows, isHashed, database)
  const writes: Promise<void>[] = []
  let override = 0
  for (const [at, make] of makers.entries()) {
    const user = await make()
    check()
    if (users.get(authenticator, user.userId) !== undefined) override++
    writes.push(users.put(user))
    if (at % atOnce === atOnce - 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(writes)
  return { total: rows.length, success: rows.length - override, override, skipped: 0, failed: 0 }
}
