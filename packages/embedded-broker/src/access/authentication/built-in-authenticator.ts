import * as v from 'valibot'
import type { Credentials } from '../../mqtt/access.ts'
import { type Authenticator, badCredentials, nothingToClose, type Step } from './authenticator.ts'
import type { AuthnUsers } from './authn-users.ts'
import { isPassword, passwordHashSchema } from './password-hash.ts'

const shape = v.object({
  user_id_type: v.picklist(['clientid', 'username']),
  password_hash_algorithm: passwordHashSchema,
})

export function builtInAuthenticator(id: string, document: unknown, users: AuthnUsers): Authenticator {
  const { user_id_type: identity, password_hash_algorithm: algorithm } = v.parse(shape, document)
  return {
    async authenticate(credentials: Credentials): Promise<Step> {
      const { password, method } = credentials
      if (method !== undefined) return 'ignore'
      if (password === undefined) return badCredentials
      const userId = credentials[identity]
      const user = userId === undefined ? undefined : users.get(id, userId)
      if (user?.secret.kind !== 'password') return 'ignore'
      const isRight = await isPassword(algorithm, user.secret, password)
      return isRight ? { kind: 'allow', isSuperuser: user.isSuperuser } : badCredentials
    },
    close: nothingToClose,
  }
}
