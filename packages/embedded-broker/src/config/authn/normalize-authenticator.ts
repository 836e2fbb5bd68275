import { normalizeHttp } from '../backends/normalize-http.ts'
import { isPlainObject } from '../plain-object.ts'

/** Into the form that is kept: the older way to write LDAP becomes the newer, and names of headers are alike. */
export function normalizeAuthenticator(document: unknown): unknown {
  if (!isPlainObject(document)) return document
  if (document['backend'] === 'http') return normalizeHttp(document)
  if (document['backend'] !== 'ldap' || document['method'] !== undefined) return document
  const { password_attribute, is_superuser_attribute, ...rest } = document
  return { ...rest, method: { type: 'hash', password_attribute, is_superuser_attribute } }
}
