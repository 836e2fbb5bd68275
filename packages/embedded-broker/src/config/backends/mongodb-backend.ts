import { literal, oneOf } from '@brokerdeck/contract/description/choices.ts'
import { nonNegativeInteger, positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { anyMap, boolean, duration, secret, text } from '@brokerdeck/contract/description/scalars.ts'
import type { Field } from '@brokerdeck/contract/description/schema.ts'
import { field, required, struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'

type Fields = Readonly<Record<string, Field>>

const topology = struct('mongo:topology', {
  max_overflow: withDefault(nonNegativeInteger, 0),
  overflow_ttl: field(duration),
  overflow_check_period: field(duration),
  local_threshold_ms: field(duration),
  connect_timeout_ms: field(duration),
  socket_timeout_ms: field(duration),
  server_selection_timeout_ms: field(duration),
  wait_queue_timeout_ms: field(duration),
  heartbeat_frequency_ms: withDefault(duration, '200s'),
  min_heartbeat_frequency_ms: field(duration),
})

const head: Fields = { collection: required(text), filter: withDefault(anyMap, {}) }

const tail: Fields = {
  srv_record: withDefault(boolean, false),
  pool_size: withDefault(positiveInteger, 8),
  username: field(text),
  password: field(secret),
  use_legacy_protocol: withDefault(oneOf('auto', 'true', 'false'), 'auto'),
  auth_source: field(text),
  database: required(text),
  topology: field(topology),
  ssl: withDefault(tlsClientSettings, { enable: false }),
}

const writes: Fields = { w_mode: withDefault(oneOf('unsafe', 'safe'), 'unsafe') }

/** By `mongo_type`, in the order in which the broker lists them. */
export const mongodbFields = {
  single: {
    ...head,
    mongo_type: required(literal('single')),
    server: required(text),
    ...writes,
    ...tail,
  },
  rs: {
    ...head,
    mongo_type: required(literal('rs')),
    servers: required(text),
    ...writes,
    r_mode: withDefault(oneOf('master', 'slave_ok'), 'master'),
    replica_set_name: required(text),
    ...tail,
  },
  sharded: {
    ...head,
    mongo_type: required(literal('sharded')),
    servers: required(text),
    ...writes,
    ...tail,
  },
} as const satisfies Readonly<Record<string, Fields>>
