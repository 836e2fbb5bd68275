import { durableSessionsSettings } from '@brokerdeck/contract/settings/mqtt-config.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { mqttSettings as m } from '../messages/mqtt.ts'

/** `durable_sessions` of the global zone. Whether they are on is decided when the nodes start. */
export const durableSections = describedSections(durableSessionsSettings, [
  {
    id: 'durable',
    title: m.durableSection,
    note: m.durableNote,
    fields: [
      {
        path: 'enable',
        label: m.enable,
        help: m.durableReadOnly,
        readOnly: m.durableReadOnly,
      },
      {
        path: 'message_retention_period',
        label: m.retention,
        help: m.retentionHelp,
        units: ['m', 'h', 'd'],
      },
      {
        path: 'batch_size',
        label: m.batchSize,
        help: m.batchSizeHelp,
        unit: m.messages,
        width: 4,
      },
      {
        path: 'idle_poll_interval',
        label: m.idlePoll,
        units: ['ms', 's', 'm'],
        width: 4,
      },
      {
        path: 'heartbeat_interval',
        label: m.heartbeat,
        units: ['ms', 's', 'm'],
        width: 4,
      },
      { path: 'session_gc_interval', label: m.gcInterval },
      {
        path: 'session_gc_batch_size',
        label: m.gcBatch,
        unit: m.sessions,
      },
    ],
  },
])
