import type { Condition, Field, Section } from '#kit/form/field.ts'
import { accessBackend as m } from '../messages/access.ts'
import {
  databaseName,
  passwordField,
  poolSize,
  serverField,
  serversField,
  usernameField,
} from './connection-fields.ts'

const duration = (name: string, label: string, more: { help?: string; default?: string } = {}): Field => ({
  kind: 'duration',
  path: `topology.${name}`,
  label,
  isOmittedEmpty: true,
  isAdvanced: true,
  width: 4,
  ...more,
})

/** How the driver keeps its connections; durations in spite of their names. */
const mongodbTopology: readonly Field[] = [
  duration('connect_timeout_ms', m.connectTimeout),
  duration('socket_timeout_ms', m.socketTimeout),
  duration('server_selection_timeout_ms', m.selectionTimeout),
  duration('wait_queue_timeout_ms', m.queueTimeout),
  duration('heartbeat_frequency_ms', m.heartbeat, { default: '200s' }),
  duration('min_heartbeat_frequency_ms', m.minHeartbeat),
  duration('local_threshold_ms', m.localThreshold, { help: m.localThresholdHelp }),
  {
    kind: 'number',
    path: 'topology.max_overflow',
    label: m.overflow,
    help: m.overflowHelp,
    min: 0,
    default: 0,
    isAdvanced: true,
    width: 4,
  },
  duration('overflow_ttl', m.overflowTtl),
  duration('overflow_check_period', m.overflowCheck),
]

const types = [
  { value: 'single', label: m.single },
  { value: 'rs', label: m.replicaSet },
  { value: 'sharded', label: m.sharded },
]

const onlyFor = (...is: readonly string[]): readonly Condition[] => [{ path: 'mongo_type', is }]

export const mongodbConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: [
    { kind: 'select', path: 'mongo_type', label: m.mongoType, options: types, default: 'single' },
    { kind: 'toggle', path: 'srv_record', label: m.srvRecord, note: m.srvRecordNote, default: false },
    { ...serverField(27_017), when: onlyFor('single') },
    { ...serversField(27_017), when: onlyFor('rs', 'sharded') },
    {
      kind: 'text',
      path: 'replica_set_name',
      label: m.replicaSetName,
      isRequired: true,
      isCode: true,
      when: onlyFor('rs'),
    },
    databaseName,
    usernameField,
    passwordField,
    {
      kind: 'select',
      path: 'r_mode',
      label: m.readMode,
      options: [
        { value: 'master', label: m.primary },
        { value: 'slave_ok', label: m.anyMember },
      ],
      default: 'master',
      when: onlyFor('rs'),
    },
    {
      kind: 'select',
      path: 'w_mode',
      label: m.writeMode,
      options: [
        { value: 'unsafe', label: m.unsafe },
        { value: 'safe', label: m.safe },
      ],
      default: 'unsafe',
      isAdvanced: true,
    },
    {
      kind: 'text',
      path: 'auth_source',
      label: m.authSource,
      help: m.authSourceHelp,
      isCode: true,
      isOmittedEmpty: true,
      isAdvanced: true,
    },
    {
      kind: 'select',
      path: 'use_legacy_protocol',
      label: m.legacy,
      options: [
        { value: 'auto', label: m.legacyAuto },
        { value: 'true', label: m.legacyYes },
        { value: 'false', label: m.legacyNo },
      ],
      default: 'auto',
      isAdvanced: true,
    },
    poolSize,
    ...mongodbTopology,
  ],
}
