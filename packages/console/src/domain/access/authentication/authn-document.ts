import * as v from 'valibot'
import { withoutValueAt, withValueAt } from '#kit/form/form-value.ts'

type Document = Readonly<Record<string, unknown>>

/** An authenticator, whether of the chain of all clients or of one gateway. */
export interface AnyAuthenticator extends Document {
  readonly mechanism: string
  readonly backend?: string | undefined
}

/** What of an authenticator the form edits: who it is does not change, and it is switched on and off beside the form. */
export function toAuthnSettings(authenticator: AnyAuthenticator): Document {
  const { id, chain_name, mechanism, backend, enable, ...stored } = authenticator
  // "No salt" belongs to plain passwords: another hash that is chosen begins with its own default.
  const settings = v.is(isPlain, stored)
    ? withoutValueAt(stored, 'password_hash_algorithm.salt_position')
    : stored
  const older = v.safeParse(olderLdap, settings)
  if (backend !== 'ldap' || 'method' in settings || !older.success) return settings
  const { password_attribute, is_superuser_attribute, ...rest } = older.output
  return { ...rest, method: { type: 'hash', password_attribute, is_superuser_attribute } }
}

/** Before 5.4 LDAP had no choice of methods; such a configuration is still answered as it was written. */
const olderLdap = v.looseObject({ password_attribute: v.string(), is_superuser_attribute: v.string() })

const isPlain = v.object({ password_hash_algorithm: v.looseObject({ name: v.literal('plain') }) })

/** A password in clear has no salt; the broker would put one before it. */
export const sendable = (document: Document): Document =>
  v.is(isPlain, document)
    ? withValueAt(document, 'password_hash_algorithm.salt_position', 'disable')
    : document

export const toAuthnIdentity = ({ mechanism, backend }: Pick<AnyAuthenticator, 'mechanism' | 'backend'>) => ({
  mechanism,
  ...(backend === undefined ? {} : { backend }),
})

/** All of it as it can be sent again: who keeps it, and its id, are refused. */
export function sentBack({ id, chain_name, ...authenticator }: AnyAuthenticator): Document {
  return authenticator
}
