import { mongodbBackend } from '@brokerdeck/contract/access/backends/mongodb-backend.ts'
import { describedFields } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import {
  databaseName,
  passwordField,
  poolSize,
  serverField,
  serversField,
  usernameField,
} from './connection-fields.ts'
import { accessBackend as m } from './messages.ts'

const seldom = { isAdvanced: true, width: 4 } as const
const unset = { ...seldom, isOmittedEmpty: true } as const

export const mongodbConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: describedFields(mongodbBackend, [
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
    // How the driver keeps its connections; durations in spite of their names.
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
