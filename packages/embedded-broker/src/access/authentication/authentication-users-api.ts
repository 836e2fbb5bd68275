import type { authentication } from '@brokerdeck/contract/access/authentication.ts'
import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import { authenticationRoot } from '../../config/roots/authentication-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import type { CallerContext } from '../../http/caller.ts'
import { authenticatorId } from './open-authenticator.ts'
import { createUnsupportedError, UserDatabase } from './user-database.ts'

type AuthenticationUsersApiDeps = Pieces<'authentication' | 'config'>

type UserHandlers = Pick<
  Handlers<typeof authentication, CallerContext & AuthenticationUsersApiDeps>,
  'users' | 'addUser' | 'user' | 'updateUser' | 'removeUser' | 'importUsers'
>

const unknown = (id: string) => refusal(404, 'NOT_FOUND', `Authenticator '${id}' does not exist`)

/** Only built-in databases have users. */
function databaseOrRefuse({ authentication, config }: AuthenticationUsersApiDeps, id: string): UserDatabase {
  const chain = config.get(authenticationRoot)
  const document = chain.find((one) => authenticatorId(one) === id)
  if (document === undefined)
    throw chain.length === 0
      ? refusal(404, 'NOT_FOUND', "Authenticator not found in the 'global' scope")
      : unknown(id)
  if (document.backend !== 'built_in_database') throw createUnsupportedError()
  return new UserDatabase({
    document,
    users: authentication.users,
    authenticator: id,
    refuseIfGone() {
      if (!authentication.links.some((link) => link.id === id)) throw unknown(id)
    },
  })
}

export const authenticationUsers: UserHandlers = {
  users: ({ params: { id }, query }, call) => ({
    status: 200,
    body: databaseOrRefuse(call, id).page(query),
  }),

  addUser: async ({ params: { id }, body }, call) => ({
    status: 201,
    body: await databaseOrRefuse(call, id).add(body),
  }),

  user: ({ params: { id, user_id } }, call) => ({
    status: 200,
    body: databaseOrRefuse(call, id).user(user_id),
  }),

  updateUser: async ({ params: { id, user_id }, body }, call) => ({
    status: 200,
    body: await databaseOrRefuse(call, id).change(user_id, body),
  }),

  async removeUser({ params: { id, user_id } }, call) {
    await databaseOrRefuse(call, id).remove(user_id)
    return { status: 204, body: undefined }
  },

  importUsers: async ({ params: { id }, query: { type }, body }, call) => ({
    status: 200,
    body: await databaseOrRefuse(call, id).import(body, type !== 'plain'),
  }),
}
