import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import { isUserRole, type UserRole } from '@brokerdeck/contract/system/roles.ts'
import type { users as contract, User } from '@brokerdeck/contract/system/users.ts'
import type { World } from '../../broker/world.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { passwordFault } from './password.ts'
import { type DashboardUser, defaultUser, userId } from './users.ts'

const unknownUser = () => refusal(404, 'USER_NOT_FOUND', 'username_not_found')

/** Everybody is an administrator in Community, which knows neither roles nor single sign-on. */
function toJson({ username, description, role, backend }: DashboardUser, { edition }: World): User {
  return edition === 'community'
    ? { username, description }
    : { username, description, role, backend: backend ?? 'local' }
}

/** Without one a user becomes administrator, at a change too: so does the broker. */
function roleOrRefuse(role: string = 'administrator', { edition }: World): UserRole {
  if (edition === 'community') return 'administrator'
  if (!isUserRole(role)) throw refusal(400, 'BAD_REQUEST', 'Role does not exist')
  return role
}

export const users: Handlers<typeof contract, ApiCall> = {
  list(_received, { world }) {
    return { status: 200, body: world.users.list().map((user) => toJson(user, world)) }
  },

  async create({ body: { username, password, description, role } }, { world }) {
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
    const settings = { description, role: roleOrRefuse(role, world) }
    if (!(await world.users.create(username, password, settings))) {
      throw refusal(400, 'BAD_REQUEST', 'username_already_exists')
    }
    return { status: 200, body: toJson({ username, ...settings }, world) }
  },

  async update({ params, query, body: { description, role } }, { world }) {
    const id = userId(params.username, query.backend)
    const settings = { description, role: roleOrRefuse(role, world) }
    const before = world.users.roleOf(id)
    if (!(await world.users.change(id, settings))) throw unknownUser()
    if (settings.role !== before) world.tokens.revokeAllOf(id)
    return { status: 200, body: toJson(world.users.find(id) ?? { ...params, ...settings }, world) }
  },

  async remove({ params: { username }, query }, { world, caller }) {
    const id = userId(username, query.backend)
    if (id === defaultUser) throw refusal(400, 'NOT_ALLOWED', `Cannot delete user <<"${defaultUser}">>`)
    if (id === caller?.id) throw refusal(400, 'NOT_ALLOWED', 'Cannot delete self')
    if (!(await world.users.remove(id))) throw unknownUser()
    world.tokens.revokeAllOf(id)
    return { status: 204, body: undefined }
  },

  async changePassword({ params: { username }, body: { old_pwd, new_pwd } }, { world, ip }) {
    if (old_pwd === '' || new_pwd === '') {
      throw refusal(400, 'BAD_REQUEST', 'Old password or new password undefined')
    }
    if (world.users.find(username)?.backend !== undefined || !world.users.has(username)) {
      throw refusal(404, 'USER_NOT_FOUND', 'User not found')
    }
    const fault = passwordFault(new_pwd)
    if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
    // The same brake as at login: a stolen token must not become a way to guess the password.
    const isRight = await world.loginThrottle.attempt(username, ip, () =>
      world.users.matches(username, old_pwd),
    )
    if (!isRight) throw refusal(400, 'ERROR_PWD_NOT_MATCH', 'Old password not match')
    if (!(await world.users.setPassword(username, new_pwd))) {
      throw refusal(404, 'USER_NOT_FOUND', 'User not found')
    }
    world.tokens.revokeAllOf(username)
    return { status: 204, body: undefined }
  },
}
