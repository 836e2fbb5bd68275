import { authorizationConfigSchema } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationSchema } from '../authorization-schema.ts'
import { normalizeHttp } from '../backends/normalize-http.ts'
import { configRoot } from '../config-root.ts'
import { isPlainObject } from '../plain-object.ts'
import { usualAclFile } from '../usual-acl-file.ts'

function normalize(document: unknown): unknown {
  if (!isPlainObject(document) || !Array.isArray(document['sources'])) return document
  return { ...document, sources: document['sources'].map(normalizeHttp) }
}

export const authorizationRoot = configRoot({
  name: 'authorization',
  schema: authorizationSchema,
  shape: authorizationConfigSchema,
  normalize,
  initial: { sources: [{ type: 'file', enable: true, rules: usualAclFile }] },
})
