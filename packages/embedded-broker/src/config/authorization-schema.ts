import { authorizationOutcome } from '@brokerdeck/contract/access/authorization.ts'
import { httpFields } from '@brokerdeck/contract/access/backends/http-backend.ts'
import { ldapFields } from '@brokerdeck/contract/access/backends/ldap-backend.ts'
import { mongodbFields } from '@brokerdeck/contract/access/backends/mongodb-backend.ts'
import { redisFields } from '@brokerdeck/contract/access/backends/redis-backend.ts'
import { mysqlFields, postgresqlFields } from '@brokerdeck/contract/access/backends/sql-backends.ts'
import { literal } from '@brokerdeck/contract/description/choices.ts'
import {
  boolean,
  nonNegativeInteger,
  positiveInteger,
  text,
} from '@brokerdeck/contract/description/scalars.ts'
import {
  type Field,
  listOf,
  required,
  type Schema,
  type Struct,
  selectUnion,
  struct,
  type Unselected,
  withDefault,
} from '@brokerdeck/contract/description/schema.ts'
import { isPlainObject } from './plain-object.ts'

function source(name: string, type: string, fields: Readonly<Record<string, Field>>): Struct {
  const head = { type: required(literal(type)), enable: withDefault(boolean, true) }
  return struct(`authz:${name}`, { ...head, ...fields })
}

const file = source('api_file', 'file', { rules: required(text) })
const builtIn = source('builtin_db', 'built_in_database', { max_rules: withDefault(positiveInteger, 100) })
const mysql = source('mysql', 'mysql', mysqlFields)
const postgresql = source('postgresql', 'postgresql', postgresqlFields)
const ldap = source('ldap', 'ldap', {
  publish_attribute: withDefault(text, 'mqttPublishTopic'),
  subscribe_attribute: withDefault(text, 'mqttSubscriptionTopic'),
  all_attribute: withDefault(text, 'mqttPubSubTopic'),
  ...ldapFields,
})

const paging = { skip: withDefault(nonNegativeInteger, 0), limit: withDefault(positiveInteger, 1000) }
const mongodb = {
  single: source('mongo_single', 'mongodb', { ...mongodbFields.single, ...paging }),
  rs: source('mongo_rs', 'mongodb', { ...mongodbFields.rs, ...paging }),
  sharded: source('mongo_sharded', 'mongodb', { ...mongodbFields.sharded, ...paging }),
}
const redis = {
  single: source('redis_single', 'redis', redisFields.single),
  cluster: source('redis_cluster', 'redis', redisFields.cluster),
  sentinel: source('redis_sentinel', 'redis', redisFields.sentinel),
}
const http = {
  get: source('http_get', 'http', httpFields('get', '30s')),
  post: source('http_post', 'http', httpFields('post', '30s')),
}

type Kinds = Readonly<Record<string, Struct>>

function byField(name: string, kinds: Kinds, value: Readonly<Record<string, unknown>>): Schema | Unselected {
  const kind = value[name]
  const found = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return (
    found ?? {
      reason: undefined,
      details: { field_name: name, expected: Object.keys(kinds).join(' | ') },
    }
  )
}

function select(value: unknown): Schema | Unselected {
  if (!isPlainObject(value) || value['type'] === undefined) return { reason: 'missing_type_field' }
  switch (value['type']) {
    case 'file':
      return file
    case 'built_in_database':
      return builtIn
    case 'http':
      return byField('method', http, value)
    case 'redis':
      return byField('redis_type', redis, value)
    case 'mongodb':
      return byField('mongo_type', mongodb, value)
    case 'mysql':
      return mysql
    case 'postgresql':
      return postgresql
    case 'ldap':
      return ldap
    default:
      return { reason: 'unknown_authz_type', details: { got: value['type'] } }
  }
}

/** The schema of one source of the chain. */
export const sourceSchema = selectUnion(
  [
    ldap,
    mongodb.sharded,
    mongodb.rs,
    mongodb.single,
    postgresql,
    mysql,
    redis.cluster,
    redis.sentinel,
    redis.single,
    http.post,
    http.get,
    builtIn,
    file,
  ],
  select,
)

export const authorizationSchema = struct('emqx:authorization', {
  ...authorizationOutcome,
  sources: withDefault(listOf(sourceSchema), []),
})
