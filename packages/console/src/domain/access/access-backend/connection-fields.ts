import { ldapBackend } from '@brokerdeck/contract/access/backends/ldap-backend.ts'
import { mongodbBackend } from '@brokerdeck/contract/access/backends/mongodb-backend.ts'
import { redisBackend } from '@brokerdeck/contract/access/backends/redis-backend.ts'
import { mysqlBackend, postgresqlBackend } from '@brokerdeck/contract/access/backends/sql-backends.ts'
import { toFields } from '#kit/form/described-form.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { accessBackend as m } from './messages.ts'

/** The fields that several back ends share, with the same texts. */

export const poolSize = {
  path: 'pool_size',
  label: m.poolSize,
  help: m.poolSizeHelp,
  isAdvanced: true,
} as const

const serverField = { path: 'server', label: m.server } as const

const serversField = { path: 'servers', label: m.servers, help: m.serversHelp } as const

const databaseName = { path: 'database', label: m.database, isCode: true } as const

const usernameField = {
  path: 'username',
  label: m.username,
  isCode: true,
  isOmittedEmpty: true,
} as const

const passwordField = { path: 'password', label: m.password, isOmittedEmpty: true } as const

export const ldapConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: toFields(ldapBackend, [
    { ...serverField, width: 12 },
    { ...usernameField, label: m.bindUser, help: m.bindUserHelp },
    { ...passwordField, label: m.bindPassword },
    poolSize,
    { path: 'query_timeout', label: m.queryTimeout, isAdvanced: true },
    { path: 'request_timeout', label: m.requestTimeout, isAdvanced: true },
  ]),
}

/** Returns the fields for the search of an entry; the caller provides the help text for its location. */
export const ldapSearch = (help: string): readonly Field[] =>
  toFields(ldapBackend, [
    { path: 'base_dn', label: m.baseDn, help, isCode: true, width: 12 },
    { path: 'filter', label: m.filter, isCode: true, width: 12 },
  ])

export const redisConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: toFields(redisBackend, [
    {
      path: 'redis_type',
      label: m.redisType,
      options: { single: m.single, sentinel: m.sentinel, cluster: m.cluster },
      width: 12,
    },
    serverField,
    serversField,
    { path: 'sentinel', label: m.sentinelName, help: m.sentinelNameHelp, isCode: true },
    { path: 'database', label: m.database, isRequired: true },
    usernameField,
    passwordField,
    poolSize,
  ]),
}

export const mysqlConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: toFields(mysqlBackend, [serverField, databaseName, usernameField, passwordField, poolSize]),
}

export const postgresqlConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: toFields(postgresqlBackend, [
    serverField,
    databaseName,
    usernameField,
    passwordField,
    poolSize,
    {
      path: 'disable_prepared_statements',
      label: m.noPrepared,
      note: m.noPreparedNote,
      isAdvanced: true,
    },
  ]),
}

const seldom = { isAdvanced: true, width: 4 } as const
const unset = { ...seldom, isOmittedEmpty: true } as const

export const mongodbConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: toFields(mongodbBackend, [
    {
      path: 'mongo_type',
      label: m.mongoType,
      options: { single: m.single, rs: m.replicaSet, sharded: m.sharded },
    },
    { path: 'srv_record', label: m.srvRecord, note: m.srvRecordNote },
    serverField,
    serversField,
    { path: 'replica_set_name', label: m.replicaSetName, isCode: true },
    databaseName,
    usernameField,
    passwordField,
    { path: 'r_mode', label: m.readMode, options: { master: m.primary, slave_ok: m.anyMember } },
    {
      path: 'w_mode',
      label: m.writeMode,
      options: { unsafe: m.unsafe, safe: m.safe },
      isAdvanced: true,
    },
    {
      path: 'auth_source',
      label: m.authSource,
      help: m.authSourceHelp,
      isCode: true,
      isOmittedEmpty: true,
      isAdvanced: true,
    },
    {
      path: 'use_legacy_protocol',
      label: m.legacy,
      options: { auto: m.legacyAuto, true: m.legacyYes, false: m.legacyNo },
      isAdvanced: true,
    },
    poolSize,
    // The settings of the driver's connection pool; the values are durations in spite of the names.
    { path: 'topology.connect_timeout_ms', label: m.connectTimeout, ...unset },
    { path: 'topology.socket_timeout_ms', label: m.socketTimeout, ...unset },
    { path: 'topology.server_selection_timeout_ms', label: m.selectionTimeout, ...unset },
    { path: 'topology.wait_queue_timeout_ms', label: m.queueTimeout, ...unset },
    { path: 'topology.heartbeat_frequency_ms', label: m.heartbeat, ...unset },
    { path: 'topology.min_heartbeat_frequency_ms', label: m.minHeartbeat, ...unset },
    {
      path: 'topology.local_threshold_ms',
      label: m.localThreshold,
      help: m.localThresholdHelp,
      ...unset,
    },
    { path: 'topology.max_overflow', label: m.overflow, help: m.overflowHelp, ...seldom },
    { path: 'topology.overflow_ttl', label: m.overflowTtl, ...unset },
    { path: 'topology.overflow_check_period', label: m.overflowCheck, ...unset },
  ]),
}

/** TLS of a connection that is created here verifies the server certificate, unlike the broker's default. */
export const initialTls = { ssl: { enable: false, verify: 'verify_peer' } } as const

/** The note beside the TLS switch of an HTTP back end: an `https` URL alone does not enable the verification. */
export const httpsNote = m.httpsNote
