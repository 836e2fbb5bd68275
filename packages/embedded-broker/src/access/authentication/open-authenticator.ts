import { openMysql } from '../../backends/mysql-resource.ts'
import { openPostgresql } from '../../backends/postgresql-resource.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import { type Authenticator, nothingToClose } from './authenticator.ts'
import type { AuthnUsers } from './authn-users.ts'
import { builtInAuthenticator } from './built-in-authenticator.ts'
import { clientInfoAuthenticator } from './client-info-authenticator.ts'
import { httpAuthenticator } from './http-authenticator.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'
import { ldapAuthenticator } from './ldap-authenticator.ts'
import { mongodbAuthenticator } from './mongodb-authenticator.ts'
import { redisAuthenticator } from './redis-authenticator.ts'
import { scramAuthenticator } from './scram-authenticator.ts'
import { scramHttpAuthenticator } from './scram-http-authenticator.ts'
import { sqlAuthenticator } from './sql-authenticator.ts'

export interface AuthnServices extends ResourceServices {
  readonly users: AuthnUsers
}

type Open = (document: PlainObject, services: AuthnServices) => Authenticator

/** There is no ticket and no device here that these could know. */
const knowsNobody: Open = () => ({ authenticate: () => 'ignore', close: nothingToClose })

const kinds: ReadonlyMap<string, Open> = new Map<string, Open>([
  [
    'password_based:built_in_database',
    (document, { users }) => builtInAuthenticator('password_based:built_in_database', document, users),
  ],
  [
    'scram:built_in_database',
    (document, { users }) => scramAuthenticator('scram:built_in_database', document, users),
  ],
  [
    'password_based:mysql',
    (document, services) => sqlAuthenticator(document, openMysql(document, services), 'mysql'),
  ],
  [
    'password_based:postgresql',
    (document, services) => sqlAuthenticator(document, openPostgresql(document, services), 'postgresql'),
  ],
  ['password_based:mongodb', mongodbAuthenticator],
  ['password_based:redis', redisAuthenticator],
  ['password_based:ldap', ldapAuthenticator],
  ['password_based:http', httpAuthenticator],
  ['scram:http', scramHttpAuthenticator],
  ['jwt', jwtAuthenticator],
  ['cinfo', clientInfoAuthenticator],
])

export const authenticatorId = ({ mechanism, backend }: PlainObject): string =>
  backend === undefined ? String(mechanism) : `${String(mechanism)}:${String(backend)}`

/** Given a document that the schema let through. */
export function openAuthenticator(document: PlainObject, services: AuthnServices): Authenticator {
  const open = kinds.get(authenticatorId(document)) ?? knowsNobody
  return open(document, services)
}
