import { jwtSchemaFor, jwtSchemas } from '@brokerdeck/contract/access/backends/jwt-keys.ts'
import {
  type Schema,
  selected,
  type Union,
  type Unselected,
} from '@brokerdeck/contract/description/schema.ts'
import { isPlainObject, type PlainObject } from '../plain-object.ts'
import { builtInSchema, scramSchema } from './built-in-schemas.ts'
import {
  ldapSchema,
  mongodbSchemas,
  mysqlSchema,
  postgresqlSchema,
  redisSchemas,
} from './database-schemas.ts'
import { clientInfoSchema, gcpDeviceSchema, kerberosSchema } from './enterprise-schemas.ts'
import { httpSchemas, scramHttpSchemas } from './http-schemas.ts'

type Choice = Schema | Unselected
type Chooser = (value: PlainObject) => Choice

/** Where one more field says which schema is meant. */
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

/** Told by mechanism and backend. */
export const authenticatorSchema: Union = selected(communityMembers, choiceAmong(community))

export const enterpriseAuthenticatorSchema: Union = selected(
  [
    ...communityMembers,
    ...Object.values(scramHttpSchemas),
    kerberosSchema,
    clientInfoSchema,
    gcpDeviceSchema,
  ],
  choiceAmong(enterprise),
)
