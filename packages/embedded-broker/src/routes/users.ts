import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { users as contract } from '@brokerdeck/contract/users.ts'
import type { ApiCall } from '../http/api-call.ts'
import { refusal } from '../http/api-refusal.ts'
import { passwordFault } from '../world/password.ts'
import { defaultUser } from '../world/users.ts'

const unknownUser = () => refusal(404, 'USER_NOT_FOUND', 'username_not_found')

export const users: Handlers<typeof contract, ApiCall> = {
  list(_received, { world }) {
    return { status: 200, body: world.users.list() }
  },

  async create({ body: { username, password, description } }, { world }) {
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
    if (!(await world.users.create(username, password, description))) {
      throw refusal(400, 'BAD_REQUEST', 'username_already_exists')
    }
    return { status: 200, body: { username, description } }
  },

  async update({ params: { username }, body: { description } }, { world }) {
    if (!(await world.users.describe(username, description))) throw unknownUser()
    return { status: 200, body: { username, description } }
  },

  async remove({ params: { username } }, { world, caller }) {
    if (username === defaultUser) throw refusal(400, 'NOT_ALLOWED', `Cannot delete user <<"${defaultUser}">>`)
    if (username === caller?.username) throw refusal(400, 'NOT_ALLOWED', 'Cannot delete self')
    if (!(await world.users.remove(username))) throw unknownUser()
    world.tokens.revokeAllOf(username)
    return { status: 204, body: undefined }
  },

  async changePassword({ params: { username }, body: { old_pwd, new_pwd } }, { world, ip }) {
    if (old_pwd === '' || new_pwd === '') {
      throw refusal(400, 'BAD_REQUEST', 'Old password or new password undefined')
    }
    if (!world.users.has(username)) throw refusal(404, 'USER_NOT_FOUND', 'User not found')
    const fault = passwordFault(new_pwd)
    if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
    // The same brake as at login: a stolen token must not become a way to guess the password.
    const isRight = await world.loginThrottle.attempt(username, ip, () =>
      world.users.matches(username, old_pwd),
    )
    if (!isRight) throw refusal(400, 'ERROR_PWD_NOT_MATCH', 'Old password not match')
    await world.users.setPassword(username, new_pwd)
    world.tokens.revokeAllOf(username)
    return { status: 204, body: undefined }
  },
}
