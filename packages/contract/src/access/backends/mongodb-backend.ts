import { literal, oneOf } from '../../description/choices.ts'
import {
  boolean,
  duration,
  jsonObject,
  nonNegativeInteger,
  positiveInteger,
  secret,
  text,
} from '../../description/scalars.ts'
import { field, required, struct, variants, withDefault } from '../../description/schema.ts'
import { server, servers } from '../../description/server.ts'
import { tlsClientSettings } from '../../tls.ts'

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

const head = { collection: required(text), filter: withDefault(jsonObject, {}) }

const tail = {
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

const writes = { w_mode: withDefault(oneOf('unsafe', 'safe'), 'unsafe') }

/** The fields by `mongo_type`, in the order in which the broker lists the types. */
export const mongodbFields = {
  single: {
    ...head,
    mongo_type: required(literal('single')),
    server: required(server(27_017)),
    ...writes,
    ...tail,
  },
  rs: {
    ...head,
    mongo_type: required(literal('rs')),
    servers: required(servers(27_017)),
    ...writes,
    r_mode: withDefault(oneOf('master', 'slave_ok'), 'master'),
    replica_set_name: required(text),
    ...tail,
  },
  sharded: {
    ...head,
    mongo_type: required(literal('sharded')),
    servers: required(servers(27_017)),
    ...writes,
    ...tail,
  },
} as const

/** Describes the form fields of a MongoDB connection. */
export const mongodbBackend = variants('mongo_type', {
  single: struct('mongo:single', mongodbFields.single),
  rs: struct('mongo:rs', mongodbFields.rs),
  sharded: struct('mongo:sharded', mongodbFields.sharded),
})
