import { listOf } from '@brokerdeck/contract/description/schema.ts'
import * as v from 'valibot'
import { authenticatorSchema, enterpriseAuthenticatorSchema } from '../authn/authenticator-schema.ts'
import { normalizeHttp } from '../backends/normalize-http.ts'
import { configRoot } from '../config-root.ts'
import { isPlainObject } from '../plain-object.ts'

const shape = v.array(
  v.looseObject({ mechanism: v.string(), backend: v.optional(v.string()), enable: v.boolean() }),
)

/** The chain of authenticators, in its order. */
export const authenticationRoot = configRoot({
  name: 'authentication',
  shape,
  schema: listOf(authenticatorSchema),
  enterprise: listOf(enterpriseAuthenticatorSchema),
  normalize: (document) => (Array.isArray(document) ? document.map(normalizeAuthenticator) : document),
  initial: [],
})

/** Converts to the stored form: the older notation of LDAP becomes the newer one, and header names are made uniform. */
function normalizeAuthenticator(document: unknown): unknown {
  if (!isPlainObject(document)) return document
  if (document['backend'] === 'http') return normalizeHttp(document)
  if (document['backend'] !== 'ldap' || document['method'] !== undefined) return document
  const { password_attribute, is_superuser_attribute, ...rest } = document
  return { ...rest, method: { type: 'hash', password_attribute, is_superuser_attribute } }
}
