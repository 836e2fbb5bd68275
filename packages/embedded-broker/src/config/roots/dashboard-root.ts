import { ipPort } from '@brokerdeck/contract/description/ip-port.ts'
import { positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, duration, secret } from '@brokerdeck/contract/description/scalars.ts'
import { field, struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { dashboardConfigSchema } from '@brokerdeck/contract/settings/broker-config.ts'
import { configRoot } from '../config-root.ts'
import { hiddenTlsFields, tlsServerFields } from '../tls-fields.ts'

const tls = struct('dashboard:ssl_options', tlsServerFields, { hidden: hiddenTlsFields })

const listener = {
  bind: withDefault(ipPort, 0),
  num_acceptors: withDefault(positiveInteger, 2),
  max_connections: withDefault(positiveInteger, 512),
  backlog: withDefault(positiveInteger, 1024),
  send_timeout: withDefault(duration, '10s'),
  inet6: withDefault(boolean, false),
  ipv6_v6only: withDefault(boolean, false),
  proxy_header: withDefault(boolean, false),
}

export const dashboardRoot = configRoot({
  name: 'dashboard',
  shape: dashboardConfigSchema,
  schema: struct(
    'dashboard:dashboard',
    {
      listeners: field(
        struct('dashboard:listeners', {
          http: field(struct('dashboard:http', listener)),
          https: field(struct('dashboard:https', { ...listener, ssl_options: field(tls) })),
        }),
      ),
      token_expired_time: withDefault(duration, '60m'),
      cors: withDefault(boolean, false),
      swagger_support: withDefault(boolean, true),
      default_password: { ...field(secret), default: 'public', described: { readOnly: true } },
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
  ),
})
