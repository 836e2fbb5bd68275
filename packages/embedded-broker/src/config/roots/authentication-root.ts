import { listOf } from '@brokerdeck/contract/description/schema.ts'
import * as v from 'valibot'
import { authenticatorSchema, enterpriseAuthenticatorSchema } from '../authn/authenticator-schema.ts'
import { normalizeAuthenticator } from '../authn/normalize-authenticator.ts'
import { configRoot } from '../config-root.ts'

const shape = v.array(
  v.looseObject({ mechanism: v.string(), backend: v.optional(v.string()), enable: v.boolean() }),
)

/** The chain that credentials go through, in its order. */
export const authenticationRoot = configRoot({
  name: 'authentication',
  shape,
  schema: listOf(authenticatorSchema),
  enterprise: listOf(enterpriseAuthenticatorSchema),
  normalize: (document) => (Array.isArray(document) ? document.map(normalizeAuthenticator) : document),
  initial: [],
})
