import * as v from 'valibot'
import { withoutValueAt, withValueAt } from '#kit/form/form-value.ts'

type Document = Readonly<Record<string, unknown>>

/** An authenticator of the chain for all clients, or of a gateway. */
export interface AnyAuthenticator extends Document {
  readonly mechanism: string
  readonly backend?: string | undefined
}

/**
 * Returns the settings that the form edits: the identity of an authenticator is fixed, and its switch is outside the
 * form.
 */
export function toAuthnSettings(authenticator: AnyAuthenticator): Document {
  const { id, chain_name, mechanism, backend, enable, ...stored } = authenticator
  // "No salt" belongs to plain passwords, so it is removed: another hash then starts with its own default.
  const settings = v.is(isPlain, stored)
    ? withoutValueAt(stored, 'password_hash_algorithm.salt_position')
    : stored
  const older = v.safeParse(olderLdap, settings)
  if (backend !== 'ldap' || 'method' in settings || !older.success) return settings
  const { password_attribute, is_superuser_attribute, ...rest } = older.output
  return { ...rest, method: { type: 'hash', password_attribute, is_superuser_attribute } }
}

/** Before 5.4, LDAP had no choice of methods; the broker still returns such a configuration unchanged. */
const olderLdap = v.looseObject({ password_attribute: v.string(), is_superuser_attribute: v.string() })

const isPlain = v.object({ password_hash_algorithm: v.looseObject({ name: v.literal('plain') }) })

/** A plain-text password has no salt, while the broker would prepend one by default. */
export const sendable = (document: Document): Document =>
  v.is(isPlain, document)
    ? withValueAt(document, 'password_hash_algorithm.salt_position', 'disable')
    : document

export const toAuthnIdentity = ({ mechanism, backend }: Pick<AnyAuthenticator, 'mechanism' | 'backend'>) => ({
  mechanism,
  ...(backend === undefined ? {} : { backend }),
})

/** Returns the authenticator as it can be sent again: the broker refuses its chain and its ID. */
export function sentBack({ id, chain_name, ...authenticator }: AnyAuthenticator): Document {
  return authenticator
}
