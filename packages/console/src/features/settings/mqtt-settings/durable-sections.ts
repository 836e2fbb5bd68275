import type { Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

/** `durable_sessions` of the global zone. Whether they are on is decided when the nodes start. */
export const durableSections: readonly Section[] = [
  {
    id: 'durable',
    title: m.durableSection,
    note: m.durableNote,
    fields: [
      {
        kind: 'toggle',
        path: 'enable',
        label: m.enable,
        help: m.durableReadOnly,
        readOnly: m.durableReadOnly,
        default: false,
      },
      {
        kind: 'duration',
        path: 'message_retention_period',
        label: m.retention,
        help: m.retentionHelp,
        units: ['m', 'h', 'd'],
        default: '1d',
      },
      {
        kind: 'number',
        path: 'batch_size',
        label: m.batchSize,
        help: m.batchSizeHelp,
        min: 1,
        unit: m.messages,
        default: 100,
        width: 4,
      },
      {
        kind: 'duration',
        path: 'idle_poll_interval',
        label: m.idlePoll,
        units: ['ms', 's', 'm'],
        default: '10s',
        width: 4,
      },
      {
        kind: 'duration',
        path: 'heartbeat_interval',
        label: m.heartbeat,
        units: ['ms', 's', 'm'],
        default: '5000ms',
        width: 4,
      },
      { kind: 'duration', path: 'session_gc_interval', label: m.gcInterval, default: '10m' },
      {
        kind: 'number',
        path: 'session_gc_batch_size',
        label: m.gcBatch,
        min: 1,
        unit: m.sessions,
        default: 100,
      },
    ],
  },
]
