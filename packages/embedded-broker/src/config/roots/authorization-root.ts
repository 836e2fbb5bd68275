import { accessSourceSchema, authorizationOutcome } from '@brokerdeck/contract/access/authorization.ts'
import { struct } from '@brokerdeck/contract/description/schema.ts'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import * as v from 'valibot'
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
  shape: v.intersect([
    tolerant(struct('emqx:authorization', authorizationOutcome)),
    v.looseObject({ sources: v.array(accessSourceSchema) }),
  ]),
  normalize,
  initial: { sources: [{ type: 'file', enable: true, rules: usualAclFile }] },
})
