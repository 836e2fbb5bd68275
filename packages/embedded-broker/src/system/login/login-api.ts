import { login } from '@brokerdeck/contract/system/login.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { version } from '../../monitoring/nodes/node-info.ts'
import { editionNames } from '../../runtime/edition.ts'
import { userId } from '../users/users.ts'

export const loginApi = apiResource({
  endpoints: login,
  uses: ['edition', 'loginThrottle', 'tokens', 'users'],
  handlers: {
    async login({ body: { username, password } }, call) {
      const isRight = await call.loginThrottle.attempt(username, call.ip, () =>
        call.users.matches(username, password),
      )
      if (!isRight || !call.users.has(username)) throw refusal(401, 'BAD_USERNAME_OR_PWD', 'Auth failed')
      const token = call.tokens.issue(username)
      const role = call.edition === 'enterprise' ? { role: call.users.getRole(username) } : {}
      return {
        status: 200,
        body: { ...role, token, version, license: { edition: editionNames[call.edition].login } },
      }
    },

    logout({ query, body }, { tokens, caller }) {
      if (caller === undefined || caller.id !== userId(body.username, query.backend)) {
        throw refusal(401, 'WRONG_TOKEN_OR_USERNAME', 'Ensure your token & username')
      }
      tokens.revoke(caller.token)
      return { status: 204, body: undefined }
    },
  },
})
