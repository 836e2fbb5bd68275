import * as v from 'valibot'
import { configDuration, configRate } from '../config-scalars.ts'

export const brokerConfigSchema = v.looseObject({
  enable_session_registry: v.boolean(),
  session_history_retain: configDuration,
})
export type BrokerConfig = v.InferOutput<typeof brokerConfigSchema>

export const sysTopicsSchema = v.looseObject({
  sys_msg_interval: configDuration,
  sys_heartbeat_interval: configDuration,
  sys_event_messages: v.looseObject({
    client_connected: v.boolean(),
    client_disconnected: v.boolean(),
    client_subscribed: v.boolean(),
    client_unsubscribed: v.boolean(),
  }),
})
export type SysTopicsConfig = v.InferOutput<typeof sysTopicsSchema>

/** Nothing at all until something is set. */
export const limiterConfigSchema = v.looseObject({
  max_conn_rate: v.optional(configRate),
  messages_rate: v.optional(configRate),
  bytes_rate: v.optional(configRate),
})
export type LimiterConfig = v.InferOutput<typeof limiterConfigSchema>

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
