import { ldapFields } from '@brokerdeck/contract/access/backends/ldap-backend.ts'
import { mongodbFields } from '@brokerdeck/contract/access/backends/mongodb-backend.ts'
import { redisFields } from '@brokerdeck/contract/access/backends/redis-backend.ts'
import { mysqlFields, postgresqlFields } from '@brokerdeck/contract/access/backends/sql-backends.ts'
import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { boolean, duration, text } from '@brokerdeck/contract/description/scalars.ts'
import {
  type Field,
  required,
  selected,
  struct,
  union,
  withDefault,
} from '@brokerdeck/contract/description/schema.ts'
import { isPlainObject } from '../plain-object.ts'
import { externalPasswordHash } from './password-hash-schema.ts'

type Fields = Readonly<Record<string, Field>>

const headOf = (backend: string): Fields => ({
  mechanism: required(oneOf('password_based')),
  backend: required(oneOf(backend)),
  enable: withDefault(boolean, true),
})

const hash: Fields = { password_hash_algorithm: externalPasswordHash }

export const mysqlSchema = struct('authn:mysql', {
  ...headOf('mysql'),
  ...hash,
  ...mysqlFields,
  query_timeout: withDefault(duration, '5s'),
})

export const postgresqlSchema = struct('authn:postgresql', {
  ...headOf('postgresql'),
  ...hash,
  ...postgresqlFields,
})

const redisOf = (type: keyof typeof redisFields) =>
  struct(`authn:redis_${type}`, { ...headOf('redis'), ...hash, ...redisFields[type] })

export const redisSchemas = {
  single: redisOf('single'),
  cluster: redisOf('cluster'),
  sentinel: redisOf('sentinel'),
} as const

const ofDocument: Fields = {
  password_hash_field: withDefault(text, 'password_hash'),
  salt_field: withDefault(text, 'salt'),
  is_superuser_field: withDefault(text, 'is_superuser'),
}

const mongodbOf = (type: keyof typeof mongodbFields) =>
  struct(`authn:mongo_${type}`, { ...headOf('mongodb'), ...ofDocument, ...hash, ...mongodbFields[type] })

export const mongodbSchemas = {
  single: mongodbOf('single'),
  rs: mongodbOf('rs'),
  sharded: mongodbOf('sharded'),
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

const method = selected([byBind, byHash], (value) =>
  isPlainObject(value) && value['type'] === 'bind' ? byBind : byHash,
)

const ldap = struct('authn:ldap', {
  ...headOf('ldap'),
  ...ldapFields,
  method: withDefault(method, { type: 'hash' }),
})

/** How the hash method was written before there were two. */
const olderLdap = struct('authn:ldap_deprecated', { ...headOf('ldap'), ...ldapFields, ...attributes })

export const ldapSchema = union(ldap, olderLdap)
