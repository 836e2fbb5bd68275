import * as v from 'valibot'
import type { PlainObject } from '../../config/plain-object.ts'
import { refusal } from '../../http/api-refusal.ts'
import { authenticatorFault } from './authenticator-fault.ts'
import type { AuthnUser } from './authn-users.ts'
import { authenticatorId } from './open-authenticator.ts'
import { hashPassword } from './password-hash.ts'
import { scramKeys } from './scram-keys.ts'
import { passwordHashOf } from './stored-password.ts'

const scramShape = v.object({ algorithm: v.picklist(['sha256', 'sha512']), iteration_count: v.number() })

interface NewUser {
  readonly userId: string
  readonly password: string
  readonly isSuperuser: boolean
}

/** With the password as the built-in database of this authenticator keeps it. */
export async function makeUser(
  document: PlainObject,
  { userId, password, isSuperuser }: NewUser,
): Promise<AuthnUser> {
  // Of an authenticator that is there since before it would have been refused.
  const fault = authenticatorFault(document)
  if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
  const who = { authenticator: authenticatorId(document), userId, isSuperuser }
  if (document['mechanism'] !== 'scram') {
    const hashed = await hashPassword(passwordHashOf(document), Buffer.from(password))
    return { ...who, secret: { kind: 'password', ...hashed } }
  }
  const { algorithm, iteration_count } = v.parse(scramShape, document)
  const { salt, storedKey, serverKey } = await scramKeys(algorithm, password, iteration_count)
  return {
    ...who,
    secret: {
      kind: 'scram',
      salt: salt.toString('hex'),
      storedKey: storedKey.toString('hex'),
      serverKey: serverKey.toString('hex'),
    },
  }
}
