import { literal } from '@brokerdeck/contract/description/choices.ts'
import { boolean, duration, rate } from '@brokerdeck/contract/description/scalars.ts'
import { field, struct, union, withDefault } from '@brokerdeck/contract/description/structures.ts'
import {
  brokerConfigSchema,
  limiterConfigSchema,
  sysTopicsSchema,
} from '@brokerdeck/contract/settings/broker-config.ts'
import { configRoot } from '../config-root.ts'

export const brokerRoot = configRoot({
  name: 'broker',
  shape: brokerConfigSchema,
  schema: struct(
    'emqx:broker',
    {
      enable_session_registry: withDefault(boolean, true),
      session_history_retain: withDefault(duration, '0s'),
    },
    { hidden: ['perf', 'route_batch_clean', 'routing', 'session_locking_strategy'] },
  ),
})

const interval = union(literal('disabled'), duration)

export const sysTopicsRoot = configRoot({
  name: 'sys_topics',
  shape: sysTopicsSchema,
  schema: struct('emqx:sys_topics', {
    sys_msg_interval: withDefault(interval, '1m'),
    sys_heartbeat_interval: withDefault(interval, '30s'),
    sys_event_messages: field(
      struct('emqx:event_names', {
        client_connected: withDefault(boolean, true),
        client_disconnected: withDefault(boolean, true),
        client_subscribed: withDefault(boolean, false),
        client_unsubscribed: withDefault(boolean, false),
      }),
    ),
  }),
})

/** Older parts of the limiter are understood by the broker and never shown. */
const olderLimits = [
  'bytes',
  'bytes_in',
  'connection',
  'internal',
  'message_in',
  'message_routing',
  'messages',
]

export const limiterRoot = configRoot({
  name: 'limiter',
  shape: limiterConfigSchema,
  schema: struct(
    'limiter:limiter',
    { max_conn_rate: field(rate), messages_rate: field(rate), bytes_rate: field(rate) },
    { hidden: olderLimits },
  ),
})
