import * as v from 'valibot'
import { type Authenticator, nothingToClose } from './authenticator.ts'
import type { AuthnUsers } from './authn-users.ts'
import { scramStep } from './scram-exchange.ts'

const shape = v.object({ algorithm: v.picklist(['sha256', 'sha512']), iteration_count: v.number() })

/** Uses the current iteration count, as EMQX does: a change locks out users that were created with another count. */
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
          // The keys are derived with the same minimum: RFC 5802 §7 does not allow 0.
          iterations: Math.max(iterations, 1),
          isSuperuser: user.isSuperuser,
        }
      }),
    close: nothingToClose,
  }
}
