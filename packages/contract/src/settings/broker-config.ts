import { literal } from '../description/choices.ts'
import { ipPort } from '../description/ip-port.ts'
import {
  boolean,
  bytesRate,
  duration,
  orWord,
  positiveInteger,
  rate,
  secret,
  setWith,
} from '../description/scalars.ts'
import { field, newer, struct, union, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { hiddenTlsFields, tlsServerFields } from '../tls.ts'

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

/** The broker accepts older settings of the limiter but never returns them. */
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

/** The document is empty until a limit is set; a limit that was once set can only be removed by setting `infinity`. */
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

/** The listener is active unless the value is 0; `port` is the default port. */
const bind = (port: number) =>
  withDefault(orWord(setWith(ipPort, { kind: 'host-port', isBind: true, defaultPort: port }), 0), 0)

const dashboardListener = {
  num_acceptors: withDefault(positiveInteger, 2),
  max_connections: withDefault(positiveInteger, 512),
  backlog: withDefault(positiveInteger, 1024),
  send_timeout: withDefault(duration, '10s'),
  inet6: withDefault(boolean, false),
  ipv6_v6only: withDefault(boolean, false),
  proxy_header: withDefault(boolean, false),
}

/** A broker that never had such a listener does not return it. */
export const dashboardSettings = struct(
  'dashboard:dashboard',
  {
    listeners: field(
      struct('dashboard:listeners', {
        http: newer(field(struct('dashboard:http', { bind: bind(18_083), ...dashboardListener }))),
        https: newer(
          field(
            struct('dashboard:https', {
              bind: bind(18_084),
              ...dashboardListener,
              ssl_options: newer(
                field(struct('dashboard:ssl_options', tlsServerFields, { hidden: hiddenTlsFields })),
              ),
            }),
          ),
        ),
      }),
    ),
    token_expired_time: withDefault(duration, '60m'),
    cors: withDefault(boolean, false),
    swagger_support: withDefault(boolean, true),
    default_password: newer({ ...withDefault(secret, 'public'), described: { readOnly: true } }),
  },
  {
    hidden: [
      'bootstrap_users_file',
      'default_username',
      'i18n_lang',
      'password_expired_time',
      'sample_interval',
      'sso',
    ],
  },
)
export const dashboardConfigSchema = tolerant(dashboardSettings)
export type DashboardConfig = ValueOf<typeof dashboardSettings>
