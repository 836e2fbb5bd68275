import { httpFields } from '@brokerdeck/contract/access/backends/http-backend.ts'
import { jwtSchemaFor, jwtSchemas } from '@brokerdeck/contract/access/backends/jwt-keys.ts'
import { ldapFields } from '@brokerdeck/contract/access/backends/ldap-backend.ts'
import { mongodbFields } from '@brokerdeck/contract/access/backends/mongodb-backend.ts'
import { redisFields } from '@brokerdeck/contract/access/backends/redis-backend.ts'
import { mysqlFields, postgresqlFields } from '@brokerdeck/contract/access/backends/sql-backends.ts'
import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { expression } from '@brokerdeck/contract/description/expression.ts'
import { boolean, duration, text } from '@brokerdeck/contract/description/scalars.ts'
import {
  type Field,
  listOf,
  required,
  type Schema,
  selectUnion,
  struct,
  type Union,
  type Unselected,
  union,
  withDefault,
} from '@brokerdeck/contract/description/schema.ts'
import { isPlainObject, type PlainObject } from '../plain-object.ts'
import { builtInSchema, scramFields, scramSchema } from './built-in-schemas.ts'
import { externalPasswordHash } from './password-hash-schema.ts'

const passwordBy = (method: 'get' | 'post') =>
  struct(`authn:http_${method}`, {
    ...httpFields(method, '5s'),
    mechanism: required(oneOf('password_based')),
    backend: required(oneOf('http')),
    enable: withDefault(boolean, true),
  })

const scramBy = (method: 'get' | 'post') =>
  struct(`authn:scram_restapi_${method}`, {
    ...httpFields(method, '5s'),
    mechanism: required(oneOf('scram')),
    backend: required(oneOf('http')),
    ...scramFields,
    enable: withDefault(boolean, true),
  })

const httpSchemas = { get: passwordBy('get'), post: passwordBy('post') } as const

const scramHttpSchemas = { get: scramBy('get'), post: scramBy('post') } as const

const test = { ...expression, name: 'binary()' }

const clientInfoSchema = struct('authn:cinfo', {
  mechanism: required(oneOf('cinfo')),
  checks: required(
    listOf(
      struct('authn:cinfo_check', {
        is_match: required(union(test, listOf(test))),
        result: required(oneOf('allow', 'deny', 'ignore')),
      }),
      (checks) => (checks.length === 0 ? 'require_at_least_one_check' : undefined),
    ),
  ),
  enable: withDefault(boolean, true),
})

const kerberosSchema = struct('authn:kerberos', {
  enable: withDefault(boolean, true),
  mechanism: required(oneOf('gssapi')),
  backend: required(oneOf('kerberos')),
  principal: required(text),
})

const gcpDeviceSchema = struct('authn:gcp_device', {
  mechanism: required(oneOf('gcp_device')),
  enable: withDefault(boolean, true),
})

const describeHead = (backend: string): Fields => ({
  mechanism: required(oneOf('password_based')),
  backend: required(oneOf(backend)),
  enable: withDefault(boolean, true),
})

const hash: Fields = { password_hash_algorithm: externalPasswordHash }

const mysqlSchema = struct('authn:mysql', {
  ...describeHead('mysql'),
  ...hash,
  ...mysqlFields,
  query_timeout: withDefault(duration, '5s'),
})

const postgresqlSchema = struct('authn:postgresql', {
  ...describeHead('postgresql'),
  ...hash,
  ...postgresqlFields,
})

const describeRedis = (type: keyof typeof redisFields) =>
  struct(`authn:redis_${type}`, { ...describeHead('redis'), ...hash, ...redisFields[type] })

const redisSchemas = {
  single: describeRedis('single'),
  cluster: describeRedis('cluster'),
  sentinel: describeRedis('sentinel'),
} as const

const ofDocument: Fields = {
  password_hash_field: withDefault(text, 'password_hash'),
  salt_field: withDefault(text, 'salt'),
  is_superuser_field: withDefault(text, 'is_superuser'),
}

const describeMongodb = (type: keyof typeof mongodbFields) =>
  struct(`authn:mongo_${type}`, {
    ...describeHead('mongodb'),
    ...ofDocument,
    ...hash,
    ...mongodbFields[type],
  })

const mongodbSchemas = {
  single: describeMongodb('single'),
  rs: describeMongodb('rs'),
  sharded: describeMongodb('sharded'),
} as const

const attributes: Fields = {
  password_attribute: withDefault(text, 'userPassword'),
  is_superuser_attribute: withDefault(text, 'isSuperuser'),
}

const byHash = struct('authn:hash_method', { type: withDefault(oneOf('hash'), 'hash'), ...attributes })

const byBind = struct('authn:bind_method', {
  type: withDefault(oneOf('bind'), 'bind'),
  bind_password: withDefault(text, `\${password}`),
})

const method = selectUnion([byBind, byHash], (value) =>
  isPlainObject(value) && value['type'] === 'bind' ? byBind : byHash,
)

const ldap = struct('authn:ldap', {
  ...describeHead('ldap'),
  ...ldapFields,
  method: withDefault(method, { type: 'hash' }),
})

/** The older spelling of the hash method, from before there were two methods. */
const olderLdap = struct('authn:ldap_deprecated', { ...describeHead('ldap'), ...ldapFields, ...attributes })

const ldapSchema = union(ldap, olderLdap)

type Choice = Schema | Unselected
type Chooser = (value: PlainObject) => Choice

/** Chooses the schema by the value of one more field. */
function by(name: string, schemas: Readonly<Record<string, Schema>>): Chooser {
  return (value) => {
    const found = Object.entries(schemas).find(([choice]) => choice === value[name])
    if (found !== undefined) return found[1]
    const details = { field_name: name, expected: Object.keys(schemas).join(' | ') }
    return { reason: undefined, details }
  }
}

const always =
  (schema: Schema): Chooser =>
  () =>
    schema

const community: ReadonlyMap<string, Chooser> = new Map([
  ['password_based:built_in_database', always(builtInSchema)],
  ['password_based:mysql', always(mysqlSchema)],
  ['password_based:postgresql', always(postgresqlSchema)],
  ['password_based:mongodb', by('mongo_type', mongodbSchemas)],
  ['password_based:redis', by('redis_type', redisSchemas)],
  ['password_based:http', by('method', httpSchemas)],
  ['password_based:ldap', always(ldapSchema)],
  ['scram:built_in_database', always(scramSchema)],
  ['jwt', jwtSchemaFor],
])

const enterprise: ReadonlyMap<string, Chooser> = new Map([
  ...community,
  ['scram:http', by('method', scramHttpSchemas)],
  ['gssapi:kerberos', always(kerberosSchema)],
  ['cinfo', always(clientInfoSchema)],
  ['gcp_device', always(gcpDeviceSchema)],
])

function choiceAmong(choosers: ReadonlyMap<string, Chooser>): (value: unknown) => Choice {
  return (value) => {
    const given = isPlainObject(value) ? value : {}
    const { mechanism, backend } = given
    if (mechanism === undefined) return { reason: 'missing_mechanism_field' }
    const kind = backend === undefined ? String(mechanism) : `${String(mechanism)}:${String(backend)}`
    const details = { mechanism, ...(backend === undefined ? {} : { backend }) }
    return choosers.get(kind)?.(given) ?? { reason: 'unsupported_mechanism', details }
  }
}

const communityMembers: readonly Schema[] = [
  builtInSchema,
  mysqlSchema,
  postgresqlSchema,
  ...Object.values(mongodbSchemas),
  ...Object.values(redisSchemas),
  ...Object.values(httpSchemas),
  ldapSchema,
  scramSchema,
  ...jwtSchemas,
]

/** The schema is chosen by mechanism and backend. */
export const authenticatorSchema: Union = selectUnion(communityMembers, choiceAmong(community))

export const enterpriseAuthenticatorSchema: Union = selectUnion(
  [
    ...communityMembers,
    ...Object.values(scramHttpSchemas),
    kerberosSchema,
    clientInfoSchema,
    gcpDeviceSchema,
  ],
  choiceAmong(enterprise),
)

type Fields = Readonly<Record<string, Field>>
