import type { authentication, AuthnUser as UserJson } from '@brokerdeck/contract/access/authentication.ts'
import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import { authenticationRoot } from '../../config/roots/authentication-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import type { Asking } from '../../http/caller.ts'
import { pageOf } from '../../http/page.ts'
import type { AuthnUser } from './authn-users.ts'
import { importUsers } from './import-users.ts'
import { makeUser } from './make-user.ts'
import { authenticatorId } from './open-authenticator.ts'
import { passwordHashOf } from './stored-password.ts'
import { readUserFile, UserFileError, type UserRow, userRows } from './user-file.ts'

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
