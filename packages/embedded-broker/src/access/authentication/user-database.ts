import type { UserImport, AuthnUser as UserJson } from '@brokerdeck/contract/access/authentication.ts'
import * as v from 'valibot'
import type { PlainObject } from '../../config/plain-object.ts'
import { refusal } from '../../http/api-refusal.ts'
import { toPage } from '../../http/page.ts'
import { authenticatorFault } from './authenticator-fault.ts'
import type { AuthnUser, AuthnUsers } from './authn-users.ts'
import { authenticatorId } from './open-authenticator.ts'
import { hashPassword, type PasswordHash } from './password-hash.ts'
import { scramKeys } from './scram-keys.ts'
import { parsePasswordHash } from './stored-password.ts'
import { readUserFile, UserFileError, type UserRow, userRows } from './user-file.ts'

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const head = { user_id: v.pipe(text, v.minLength(1)), is_superuser: v.optional(v.boolean(), false) }

const plainSchema = v.object({ ...head, password: text })

const hashedSchema = v.object({ ...head, password_hash: text, salt: v.optional(text, '') })

/** The number of rows that an import processes before the event loop handles other work. */
const atOnce = 500

const scramShape = v.object({ algorithm: v.picklist(['sha256', 'sha512']), iteration_count: v.number() })

const toJson = ({ userId, isSuperuser }: AuthnUser): UserJson => ({
  user_id: userId,
  is_superuser: isSuperuser,
})

export const createUnsupportedError = () =>
  refusal(400, 'BAD_REQUEST', 'Operation not supported in this authentication type')
const noSuchUser = () => refusal(404, 'NOT_FOUND', 'User not found')

type PageQuery = Parameters<typeof toPage>[1]
export interface UserQuery extends PageQuery {
  readonly like_user_id?: string | undefined
  readonly is_superuser?: boolean | undefined
}

type Password = { readonly password: string; readonly is_superuser?: boolean | undefined }
/** The rows of an import: a list as JSON, or a file. */
type Rows = readonly unknown[] | { readonly filename?: File | undefined }

interface UserDatabaseDeps {
  readonly users: AuthnUsers
  /** The id of the authenticator whose users these are. */
  readonly authenticator: string
  readonly document: PlainObject
  /**
   * Throws once the authenticator has been removed. It may be removed, together with its users, while a password is
   * hashed: no user must be left behind for the next authenticator of the same kind.
   */
  readonly refuseIfGone: () => void
}

/** Reads and changes the users of one built-in database for the API. */
export class UserDatabase {
  readonly #kept: UserDatabaseDeps

  constructor(kept: UserDatabaseDeps) {
    this.#kept = kept
  }

  page(query: UserQuery) {
    const { like_user_id: part, is_superuser: isSuperuser } = query
    const { users, authenticator } = this.#kept
    const found = users
      .list(authenticator)
      .filter((user) => part === undefined || user.userId.includes(part))
      .filter((user) => isSuperuser === undefined || user.isSuperuser === isSuperuser)
    return toPage(found, query, toJson, part === undefined)
  }

  async add({ user_id: userId, password, is_superuser = false }: Password & { readonly user_id: string }) {
    if (userId === '') throw refusal(400, 'BAD_REQUEST', 'User error: invalid_user_id')
    const { users, authenticator, document, refuseIfGone } = this.#kept
    const user = await makeUser(document, { userId, password, isSuperuser: is_superuser }, authenticator)
    refuseIfGone()
    if (users.get(authenticator, userId) !== undefined)
      throw refusal(409, 'ALREADY_EXISTS', 'User already exists')
    await users.put(user)
    return toJson(user)
  }

  user(userId: string): UserJson {
    return toJson(this.#userOrRefuse(userId))
  }

  async change(userId: string, { password, is_superuser }: Password): Promise<UserJson> {
    const { users, authenticator, document, refuseIfGone } = this.#kept
    const { isSuperuser: before } = this.#userOrRefuse(userId)
    const user = await makeUser(
      document,
      { userId, password, isSuperuser: is_superuser ?? before },
      authenticator,
    )
    refuseIfGone()
    // A user that was deleted meanwhile is not created again.
    this.#userOrRefuse(userId)
    await users.put(user)
    return toJson(user)
  }

  async remove(userId: string): Promise<void> {
    const { users, authenticator } = this.#kept
    if (!(await users.remove(authenticator, userId))) throw noSuchUser()
  }

  async import(body: Rows, isHashed: boolean): Promise<UserImport> {
    const { users, authenticator, document, refuseIfGone: check } = this.#kept
    if (document['mechanism'] === 'scram') throw createUnsupportedError()
    try {
      const database = { authenticator, algorithm: parsePasswordHash(document), users, check }
      return await importUsers(await readRows(body), isHashed, database)
    } catch (error) {
      if (!(error instanceof UserFileError)) throw error
      throw refusal(400, 'BAD_REQUEST', error.message)
    }
  }

  #userOrRefuse(userId: string): AuthnUser {
    const user = this.#kept.users.get(this.#kept.authenticator, userId)
    if (user === undefined) throw noSuchUser()
    return user
  }
}

/** Returns the rows of a JSON list or of a file. */
async function readRows(body: Rows): Promise<readonly UserRow[]> {
  if (!('filename' in body)) {
    if (Array.isArray(body)) return userRows(body)
    throw refusal(400, 'BAD_REQUEST', 'Missing required parameter: filename')
  }
  const { filename: file } = body
  if (file === undefined) throw refusal(400, 'BAD_REQUEST', 'Missing required parameter: filename')
  return readUserFile(file.name, await file.text())
}

interface NewUser {
  readonly userId: string
  readonly password: string
  readonly isSuperuser: boolean
}

/** Creates a user with its password hashed in the way of this authenticator's built-in database. */
export async function makeUser(
  document: PlainObject,
  { userId, password, isSuperuser }: NewUser,
  authenticator = authenticatorId(document),
): Promise<AuthnUser> {
  // The authenticator may be older than the check that would refuse it now.
  const fault = authenticatorFault(document)
  if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
  const who = { authenticator, userId, isSuperuser }
  if (document['mechanism'] !== 'scram') {
    const hashed = await hashPassword(parsePasswordHash(document), Buffer.from(password))
    return { ...who, secret: { kind: 'password', ...hashed } }
  }
  const { algorithm, iteration_count } = v.parse(scramShape, document)
  const { salt, storedKey, serverKey } = await scramKeys(algorithm, password, iteration_count)
  return {
    ...who,
    secret: {
      kind: 'scram',
      salt: salt.toString('hex'),
      storedKey: storedKey.toString('hex'),
      serverKey: serverKey.toString('hex'),
    },
  }
}

interface Importing {
  readonly authenticator: string
  readonly algorithm: PasswordHash
  readonly users: AuthnUsers
  /** Throws once the authenticator has been removed. */
  readonly check: () => void
}

function parseRow<const Schema extends v.GenericSchema>(schema: Schema, row: UserRow): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, row)
  if (!parsed.success) throw new UserFileError('bad_format')
  return parsed.output
}

/**
 * Returns a function for each row that creates its user. All rows are checked first: one invalid row makes the whole
 * import fail.
 */
function readers(rows: readonly UserRow[], isHashed: boolean, { authenticator, algorithm }: Importing) {
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
      authenticator,
      userId,
      isSuperuser,
      secret: { kind: 'password', hash, salt },
    })
  })
}

/** Imports users and replaces users that already exist. */
async function importUsers(
  rows: readonly UserRow[],
  isHashed: boolean,
  database: Importing,
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
