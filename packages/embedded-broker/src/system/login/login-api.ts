import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { login as contract } from '@brokerdeck/contract/system/login.ts'
import { editionNames } from '../../broker/edition.ts'
import { version } from '../../broker/node-info.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { userId } from '../users/users.ts'

export const login: Handlers<typeof contract, ApiCall> = {
  async login({ body: { username, password } }, { world, ip }) {
    const isRight = await world.loginThrottle.attempt(username, ip, () =>
      world.users.matches(username, password),
    )
    if (!isRight || !world.users.has(username)) throw refusal(401, 'BAD_USERNAME_OR_PWD', 'Auth failed')
    const token = world.tokens.issue(username)
    const { edition } = world
    const role = edition === 'enterprise' ? { role: world.users.roleOf(username) } : {}
    return {
      status: 200,
      body: { ...role, token, version, license: { edition: editionNames[edition].login } },
    }
  },

  logout({ query, body }, { world, caller }) {
    if (caller === undefined || caller.id !== userId(body.username, query.backend)) {
      throw refusal(401, 'WRONG_TOKEN_OR_USERNAME', 'Ensure your token & username')
    }
    world.tokens.revoke(caller.token)
    return { status: 204, body: undefined }
  },
}
