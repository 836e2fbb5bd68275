import * as v from 'valibot'
import { renderJson } from '../../backends/json-template.ts'
import { openMongodb } from '../../backends/mongodb-resource.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { type Authenticator, badCredentials, type Step } from './authenticator.ts'
import { isCredential, toValueLookup } from './credential-value.ts'
import { checkStoredPassword, parsePasswordHash } from './stored-password.ts'

const shape = v.object({
  collection: v.string(),
  filter: v.record(v.string(), v.unknown()),
  password_hash_field: v.string(),
  salt_field: v.string(),
  is_superuser_field: v.string(),
})

/** Returns the value at a path; `a.b` reaches into a nested document. */
const getField = (document: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      document,
    )

export function mongodbAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const { collection, filter, ...names } = v.parse(shape, document)
  const algorithm = parsePasswordHash(document)
  const resource = openMongodb(document, services)
  return {
    resource,
    async authenticate(credentials): Promise<Step> {
      if (credentials.method !== undefined) return 'ignore'
      // EMQX sends no request for a client without a password.
      if (credentials.password === undefined) return badCredentials
      const filled = renderJson(filter, isCredential, toValueLookup(credentials))
      const asked = { collection, filter: isPlainObject(filled) ? filled : {}, limit: 1 }
      const [found] = await resource.ask(asked, credentials.node)
      const stored = found && {
        hash: getField(found, names.password_hash_field),
        salt: getField(found, names.salt_field),
        isSuperuser: getField(found, names.is_superuser_field),
      }
      return checkStoredPassword(algorithm, credentials, stored)
    },
    close: () => resource.close(),
  }
}
