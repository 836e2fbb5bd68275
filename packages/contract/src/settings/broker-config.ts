import * as v from 'valibot'
import { configDuration } from '../config-scalars.ts'
import { literal } from '../description/choices.ts'
import { boolean, bytesRate, duration, orWord, rate } from '../description/scalars.ts'
import { field, struct, union, withDefault } from '../description/structures.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'

export const brokerSettings = struct(
  'emqx:broker',
  {
    enable_session_registry: withDefault(boolean, true),
    session_history_retain: withDefault(duration, '0s'),
  },
  { hidden: ['perf', 'route_batch_clean', 'routing', 'session_locking_strategy'] },
)
export const brokerConfigSchema = tolerant(brokerSettings)
export type BrokerConfig = ValueOf<typeof brokerSettings>

const interval = union(literal('disabled'), duration)

export const sysTopicsSettings = struct('emqx:sys_topics', {
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
})
export const sysTopicsSchema = tolerant(sysTopicsSettings)
export type SysTopicsConfig = ValueOf<typeof sysTopicsSettings>

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
const unlimited = { unset: 'infinity' }

/** Nothing at all until something is set; what was set once can only be lifted by saying `infinity`. */
export const limiterSettings = struct(
  'limiter:limiter',
  {
    max_conn_rate: field(orWord(rate, 'infinity'), unlimited),
    messages_rate: field(orWord(rate, 'infinity'), unlimited),
    bytes_rate: field(orWord(bytesRate, 'infinity'), unlimited),
  },
  { hidden: olderLimits },
)
export const limiterConfigSchema = tolerant(limiterSettings)
export type LimiterConfig = ValueOf<typeof limiterSettings>

const dashboardListenerSchema = v.looseObject({
  bind: v.union([v.string(), v.number()]),
  num_acceptors: v.number(),
  max_connections: v.number(),
  backlog: v.number(),
  send_timeout: configDuration,
  inet6: v.boolean(),
  ipv6_v6only: v.boolean(),
  proxy_header: v.boolean(),
})

/** `bind` 0 is a listener that does not listen. */
export const dashboardConfigSchema = v.looseObject({
  listeners: v.looseObject({
    http: v.optional(dashboardListenerSchema),
    https: v.optional(dashboardListenerSchema),
  }),
  token_expired_time: configDuration,
  cors: v.boolean(),
  swagger_support: v.boolean(),
  default_password: v.optional(v.string()),
  sample_interval: v.optional(configDuration),
})
export type DashboardConfig = v.InferOutput<typeof dashboardConfigSchema>
