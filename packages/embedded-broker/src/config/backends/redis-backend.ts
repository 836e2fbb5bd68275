import { literal } from '@brokerdeck/contract/description/choices.ts'
import { nonNegativeInteger, positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { secret, text } from '@brokerdeck/contract/description/scalars.ts'
import type { Field } from '@brokerdeck/contract/description/schema.ts'
import { field, required, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'

type Fields = Readonly<Record<string, Field>>

const who: Fields = {
  pool_size: withDefault(positiveInteger, 8),
  username: field(text),
  password: field(secret),
}
const database: Fields = { database: withDefault(nonNegativeInteger, 0) }
const tail: Fields = {
  ssl: withDefault(tlsClientSettings, { enable: false }),
  cmd: required(text),
}

/** By `redis_type`, in the order in which the broker lists them. */
export const redisFields = {
  single: {
    server: required(text),
    redis_type: withDefault(literal('single'), 'single'),
    ...who,
    ...database,
    ...tail,
  },
  cluster: {
    servers: required(text),
    redis_type: withDefault(literal('cluster'), 'cluster'),
    ...who,
    ...tail,
  },
  sentinel: {
    servers: required(text),
    redis_type: withDefault(literal('sentinel'), 'sentinel'),
    sentinel: required(text),
    ...who,
    ...database,
    ...tail,
  },
} as const satisfies Readonly<Record<string, Fields>>
