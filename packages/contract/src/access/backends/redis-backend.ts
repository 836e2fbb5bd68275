import { literal } from '../../description/choices.ts'
import { nonNegativeInteger, positiveInteger, secret, text } from '../../description/scalars.ts'
import { field, required, struct, variants, withDefault } from '../../description/schema.ts'
import { server, servers } from '../../description/server.ts'
import { tlsClientSettings } from '../../tls.ts'

const who = {
  pool_size: withDefault(positiveInteger, 8),
  username: field(text),
  password: field(secret),
}
const database = { database: withDefault(nonNegativeInteger, 0) }
const tail = {
  ssl: withDefault(tlsClientSettings, { enable: false }),
  cmd: required(text),
}

/** The fields by `redis_type`, in the order in which the broker lists the types. */
export const redisFields = {
  single: {
    server: required(server(6379)),
    redis_type: withDefault(literal('single'), 'single'),
    ...who,
    ...database,
    ...tail,
  },
  cluster: {
    servers: required(servers(6379)),
    redis_type: withDefault(literal('cluster'), 'cluster'),
    ...who,
    ...tail,
  },
  sentinel: {
    servers: required(servers(6379)),
    redis_type: withDefault(literal('sentinel'), 'sentinel'),
    sentinel: required(text),
    ...who,
    ...database,
    ...tail,
  },
} as const

/** Describes the form fields of a Redis connection. */
export const redisBackend = variants('redis_type', {
  single: struct('redis:single', redisFields.single),
  sentinel: struct('redis:sentinel', redisFields.sentinel),
  cluster: struct('redis:cluster', redisFields.cluster),
})
