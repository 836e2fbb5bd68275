import type { Field } from '#kit/form/field.ts'
import { m } from './messages.ts'

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
export const mongodbTopology: readonly Field[] = [
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
