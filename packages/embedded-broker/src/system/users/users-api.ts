import { isUserRole, type UserRole } from '@brokerdeck/contract/system/roles.ts'
import { type User, users } from '@brokerdeck/contract/system/users.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { passwordFault } from './password.ts'
import { type DashboardUser, defaultUser, userId } from './users.ts'

type UsersApiDeps = Pieces<'edition' | 'loginThrottle' | 'tokens' | 'users'>

const unknownUser = () => refusal(404, 'USER_NOT_FOUND', 'username_not_found')

/** Every user is an administrator in Community, which has neither roles nor single sign-on. */
function toJson({ username, description, role, backend }: DashboardUser, { edition }: UsersApiDeps): User {
  return edition === 'community'
    ? { username, description }
    : { username, description, role, backend: backend ?? 'local' }
}

/** Returns the role of a user. A missing role means administrator, also when a user is changed, as in the broker. */
function roleOrRefuse(role: string = 'administrator', { edition }: UsersApiDeps): UserRole {
  if (edition === 'community') return 'administrator'
  if (!isUserRole(role)) throw refusal(400, 'BAD_REQUEST', 'Role does not exist')
  return role
}

export const usersApi = apiResource({
  endpoints: users,
  uses: ['edition', 'loginThrottle', 'tokens', 'users'],
  handlers: {
    list(_received, call) {
      return { status: 200, body: call.users.list().map((user) => toJson(user, call)) }
    },

    async create({ body: { username, password, description, role } }, call) {
      if (username === '' || password === '')
        throw refusal(400, 'BAD_REQUEST', 'Username or password undefined')
      if (!/^[A-Za-z0-9_]+$/.test(username)) {
        throw refusal(
          400,
          'BAD_REQUEST',
          'Bad Username. Only upper and lower case letters, numbers and underscores are supported',
        )
      }
      const fault = passwordFault(password)
      if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
      const settings = { description, role: roleOrRefuse(role, call) }
      if (!(await call.users.create(username, password, settings))) {
        throw refusal(400, 'BAD_REQUEST', 'username_already_exists')
      }
      return { status: 200, body: toJson({ username, ...settings }, call) }
    },

    async update({ params, query, body: { description, role } }, call) {
      const id = userId(params.username, query.backend)
      const settings = { description, role: roleOrRefuse(role, call) }
      const before = call.users.getRole(id)
      if (!(await call.users.change(id, settings))) throw unknownUser()
      if (settings.role !== before) call.tokens.revokeAll(id)
      return { status: 200, body: toJson(call.users.find(id) ?? { ...params, ...settings }, call) }
    },

    async remove({ params: { username }, query }, { users, tokens, caller }) {
      const id = userId(username, query.backend)
      if (id === defaultUser) throw refusal(400, 'NOT_ALLOWED', `Cannot delete user <<"${defaultUser}">>`)
      if (id === caller?.id) throw refusal(400, 'NOT_ALLOWED', 'Cannot delete self')
      if (!(await users.remove(id))) throw unknownUser()
      tokens.revokeAll(id)
      return { status: 204, body: undefined }
    },

    async changePassword(
      { params: { username }, body: { old_pwd, new_pwd } },
      { users, loginThrottle, tokens, ip },
    ) {
      if (old_pwd === '' || new_pwd === '') {
        throw refusal(400, 'BAD_REQUEST', 'Old password or new password undefined')
      }
      if (users.find(username)?.backend !== undefined || !users.has(username)) {
        throw refusal(404, 'USER_NOT_FOUND', 'User not found')
      }
      const fault = passwordFault(new_pwd)
      if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
      // Uses the same throttle as a login: a stolen token must not allow guessing the password.
      const isRight = await loginThrottle.attempt(username, ip, () => users.matches(username, old_pwd))
      if (!isRight) throw refusal(400, 'ERROR_PWD_NOT_MATCH', 'Old password not match')
      if (!(await users.setPassword(username, new_pwd))) {
        throw refusal(404, 'USER_NOT_FOUND', 'User not found')
      }
      tokens.revokeAll(username)
      return { status: 204, body: undefined }
    },
  },
})
