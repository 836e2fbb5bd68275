import * as v from 'valibot'
import { type Authenticator, nothingToClose } from './authenticator.ts'
import type { AuthnUsers } from './authn-users.ts'
import { scramStep } from './scram-exchange.ts'

const shape = v.object({ algorithm: v.picklist(['sha256', 'sha512']), iteration_count: v.number() })

/** As in EMQX, the iterations are those of now: users that were made with others are locked out by a change. */
export function scramAuthenticator(
  id: string,
  document: unknown,
  users: Pick<AuthnUsers, 'get'>,
): Authenticator {
  const { algorithm, iteration_count: iterations } = v.parse(shape, document)
  return {
    authenticate: (credentials) =>
      scramStep(algorithm, credentials, async (username) => {
        const user = users.get(id, username)
        if (user?.secret.kind !== 'scram') return undefined
        const { salt, storedKey, serverKey } = user.secret
        return {
          salt: Buffer.from(salt, 'hex'),
          storedKey: Buffer.from(storedKey, 'hex'),
          serverKey: Buffer.from(serverKey, 'hex'),
          // As the keys are made: RFC 5802 §7 has no 0.
          iterations: Math.max(iterations, 1),
          isSuperuser: user.isSuperuser,
        }
      }),
    close: nothingToClose,
  }
}
