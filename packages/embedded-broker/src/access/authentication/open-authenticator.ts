import * as v from 'valibot'
import { type HttpAnswer, openHttp } from '../../backends/http-resource.ts'
import { readResult } from '../../backends/http-result.ts'
import { httpAsk, httpTemplateShape } from '../../backends/http-template.ts'
import { openMysql } from '../../backends/mysql-resource.ts'
import { openPostgresql } from '../../backends/postgresql-resource.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import type { PlainObject } from '../../config/plain-object.ts'
import type { Credentials } from '../../mqtt/client/access.ts'
import {
  type Authenticator,
  badCredentials,
  notAuthorized,
  nothingToClose,
  type Step,
} from './authenticator.ts'
import type { AuthnUsers } from './authn-users.ts'
import { clientInfoAuthenticator } from './client-info-authenticator.ts'
import { isCredential, toValueLookup } from './credential-value.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'
import { ldapAuthenticator } from './ldap-authenticator.ts'
import { mongodbAuthenticator } from './mongodb-authenticator.ts'
import { ownRights } from './own-rights.ts'
import { isPassword, passwordHashSchema } from './password-hash.ts'
import { redisAuthenticator } from './redis-authenticator.ts'
import { scramAuthenticator } from './scram-authenticator.ts'
import { scramHttpAuthenticator } from './scram-http-authenticator.ts'
import { sqlAuthenticator } from './sql-authenticator.ts'

const answerSchema = v.looseObject({
  result: v.picklist(['allow', 'deny', 'ignore']),
  /** The end of the access, in seconds since the epoch. */
  expire_at: v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number())),
})

const shape = v.object({
  user_id_type: v.picklist(['clientid', 'username']),
  password_hash_algorithm: passwordHashSchema,
})

/** The users of one chain. */
export type KnownUsers = Pick<AuthnUsers, 'get'>

export interface AuthnServices extends ResourceServices {
  readonly users: KnownUsers
}

type Open = (document: PlainObject, services: AuthnServices) => Authenticator

/** Kinds that ignore every client: the broker has no tickets and no devices that they could know. */
const knowsNobody: Open = () => ({ authenticate: () => 'ignore', close: nothingToClose })

const kinds: ReadonlyMap<string, Open> = new Map<string, Open>([
  [
    'password_based:built_in_database',
    (document, { users }) => openBuiltInAuthenticator('password_based:built_in_database', document, users),
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

/** Opens the authenticator of a document that the schema has accepted. */
export function openAuthenticator(document: PlainObject, services: AuthnServices): Authenticator {
  const open = kinds.get(authenticatorId(document)) ?? knowsNobody
  return open(document, services)
}

function openBuiltInAuthenticator(id: string, document: unknown, users: KnownUsers): Authenticator {
  const { user_id_type: identity, password_hash_algorithm: algorithm } = v.parse(shape, document)
  return {
    async authenticate(credentials: Credentials): Promise<Step> {
      const { password, method } = credentials
      if (method !== undefined) return 'ignore'
      if (password === undefined) return badCredentials
      const userId = credentials[identity]
      const user = userId === undefined ? undefined : users.get(id, userId)
      if (user?.secret.kind !== 'password') return 'ignore'
      const isRight = await isPassword(algorithm, user.secret, password)
      return isRight ? { kind: 'allow', isSuperuser: user.isSuperuser } : badCredentials
    },
    close: nothingToClose,
  }
}

function toStep(answer: HttpAnswer, now: number): Step {
  if (answer.status === 204) return { kind: 'allow', isSuperuser: false }
  if (answer.status !== 200) return 'ignore'
  const said = v.parse(answerSchema, readResult(answer))
  if (said.result === 'deny') return notAuthorized
  if (said.result === 'ignore') return 'ignore'
  const expiresAt = said.expire_at === undefined ? undefined : said.expire_at * 1000
  if (expiresAt !== undefined && expiresAt <= now) return notAuthorized
  const rights = ownRights(said, 'acl')
  return { kind: 'allow', ...rights, ...(expiresAt === undefined ? {} : { expiresAt }) }
}

/** Sends a request to a service of the operator's. A response that cannot be read decides nothing. */
function httpAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const resource = openHttp(document, services)
  const template = v.parse(httpTemplateShape, document)
  return {
    resource,
    async authenticate(credentials): Promise<Step> {
      if (credentials.method !== undefined) return 'ignore'
      const question = httpAsk(template, isCredential, toValueLookup(credentials))
      const answer = await resource.ask(question, credentials.node)
      return toStep(answer, services.clock.now())
    },
    close: () => resource.close(),
  }
}
