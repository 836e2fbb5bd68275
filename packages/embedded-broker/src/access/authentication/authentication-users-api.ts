import type {
  authentication,
  UserImport,
  AuthnUser as UserJson,
} from '@brokerdeck/contract/access/authentication.ts'
import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import * as v from 'valibot'
import type { PlainObject } from '../../config/plain-object.ts'
import { authenticationRoot } from '../../config/roots/authentication-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import type { Asking } from '../../http/caller.ts'
import { pageOf } from '../../http/page.ts'
import { authenticatorFault } from './authenticator-fault.ts'
import type { AuthnUser, AuthnUsers } from './authn-users.ts'
import { authenticatorId } from './open-authenticator.ts'
import { hashPassword, type PasswordHash } from './password-hash.ts'
import { scramKeys } from './scram-keys.ts'
import { passwordHashOf } from './stored-password.ts'
import { readUserFile, UserFileError, type UserRow, userRows } from './user-file.ts'

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const head = { user_id: v.pipe(text, v.minLength(1)), is_superuser: v.optional(v.boolean(), false) }

const plainSchema = v.object({ ...head, password: text })

const hashedSchema = v.object({ ...head, password_hash: text, salt: v.optional(text, '') })

/** So many are hashed before others get a turn. */
const atOnce = 500

const scramShape = v.object({ algorithm: v.picklist(['sha256', 'sha512']), iteration_count: v.number() })

type Uses = Pieces<'authentication' | 'config'>

type UserHandlers = Pick<
  Handlers<typeof authentication, Asking & Uses>,
  'users' | 'addUser' | 'user' | 'updateUser' | 'removeUser' | 'importUsers'
>

const toJson = ({ userId, isSuperuser }: AuthnUser): UserJson => ({
  user_id: userId,
  is_superuser: isSuperuser,
})

const unsupported = () => refusal(400, 'BAD_REQUEST', 'Operation not supported in this authentication type')
const noSuchUser = () => refusal(404, 'NOT_FOUND', 'User not found')

/** Only built-in databases have users. */
function databaseOrRefuse({ config }: Uses, id: string): PlainObject {
  const chain = config.get(authenticationRoot)
  const document = chain.find((one) => authenticatorId(one) === id)
  if (document === undefined) {
    const words =
      chain.length === 0
        ? "Authenticator not found in the 'global' scope"
        : `Authenticator '${id}' does not exist`
    throw refusal(404, 'NOT_FOUND', words)
  }
  if (document.backend !== 'built_in_database') throw unsupported()
  return document
}

/**
 * An authenticator may go while a password is hashed, and its users with it: none must be left behind for the next one
 * of the same kind.
 */
function refuseIfGone({ authentication }: Uses, id: string): void {
  if (authentication.links.some((link) => link.id === id)) return
  throw refusal(404, 'NOT_FOUND', `Authenticator '${id}' does not exist`)
}

function userOrRefuse(uses: Uses, id: string, userId: string): AuthnUser {
  databaseOrRefuse(uses, id)
  const user = uses.authentication.users.get(id, userId)
  if (user === undefined) throw noSuchUser()
  return user
}

/** What a JSON list or a file holds. */
async function rowsOf(
  body: readonly unknown[] | { readonly filename?: File | undefined },
): Promise<readonly UserRow[]> {
  if (!('filename' in body)) {
    if (Array.isArray(body)) return userRows(body)
    throw refusal(400, 'BAD_REQUEST', 'Missing required parameter: filename')
  }
  const { filename: file } = body
  if (file === undefined) throw refusal(400, 'BAD_REQUEST', 'Missing required parameter: filename')
  return readUserFile(file.name, await file.text())
}

export const authenticationUsers: UserHandlers = {
  users({ params: { id }, query }, call) {
    databaseOrRefuse(call, id)
    const { like_user_id: part, is_superuser: isSuperuser } = query
    const found = call.authentication.users
      .list(id)
      .filter((user) => part === undefined || user.userId.includes(part))
      .filter((user) => isSuperuser === undefined || user.isSuperuser === isSuperuser)
    return { status: 200, body: pageOf(found, query, toJson, part === undefined) }
  },

  async addUser({ params: { id }, body }, call) {
    const document = databaseOrRefuse(call, id)
    const { user_id: userId, password, is_superuser: isSuperuser = false } = body
    if (userId === '') throw refusal(400, 'BAD_REQUEST', 'User error: invalid_user_id')
    const { users } = call.authentication
    const user = await makeUser(document, { userId, password, isSuperuser })
    refuseIfGone(call, id)
    if (users.get(id, userId) !== undefined) throw refusal(409, 'ALREADY_EXISTS', 'User already exists')
    await users.put(user)
    return { status: 201, body: toJson(user) }
  },

  user: ({ params: { id, user_id } }, call) => ({
    status: 200,
    body: toJson(userOrRefuse(call, id, user_id)),
  }),

  async updateUser({ params: { id, user_id: userId }, body }, call) {
    const before = userOrRefuse(call, id, userId)
    const { password, is_superuser: isSuperuser = before.isSuperuser } = body
    const user = await makeUser(databaseOrRefuse(call, id), { userId, password, isSuperuser })
    // Whoever was deleted meanwhile stays so.
    userOrRefuse(call, id, userId)
    await call.authentication.users.put(user)
    return { status: 200, body: toJson(user) }
  },

  async removeUser({ params: { id, user_id: userId } }, call) {
    databaseOrRefuse(call, id)
    if (!(await call.authentication.users.remove(id, userId))) throw noSuchUser()
    return { status: 204, body: undefined }
  },

  async importUsers({ params: { id }, query: { type }, body }, call) {
    const document = databaseOrRefuse(call, id)
    if (document['mechanism'] === 'scram') throw unsupported()
    const { users } = call.authentication
    const check = () => refuseIfGone(call, id)
    const database = { authenticator: id, algorithm: passwordHashOf(document), users, check }
    try {
      const imported = await importUsers(await rowsOf(body), type !== 'plain', database)
      return { status: 200, body: imported }
    } catch (error) {
      if (!(error instanceof UserFileError)) throw error
      throw refusal(400, 'BAD_REQUEST', error.message)
    }
  },
}

interface NewUser {
  readonly userId: string
  readonly password: string
  readonly isSuperuser: boolean
}

/** With the password as the built-in database of this authenticator keeps it. */
export async function makeUser(
  document: PlainObject,
  { userId, password, isSuperuser }: NewUser,
): Promise<AuthnUser> {
  // Of an authenticator that is there since before it would have been refused.
  const fault = authenticatorFault(document)
  if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
  const who = { authenticator: authenticatorId(document), userId, isSuperuser }
  if (document['mechanism'] !== 'scram') {
    const hashed = await hashPassword(passwordHashOf(document), Buffer.from(password))
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

interface UserDatabase {
  readonly authenticator: string
  readonly algorithm: PasswordHash
  readonly users: AuthnUsers
  /** Throws once the authenticator is gone. */
  readonly check: () => void
}

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
async function importUsers(
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
