/** The numbers and lists of §5 and §9, as they occur in a file below `packages`. */
export const specifiedConstants: readonly {
  readonly clause: string
  readonly file: string
  readonly holds: string
}[] = [
  {
    clause: 'Page sizes 20, 50, 100, 500',
    file: 'console/src/kit/table/pager.tsx',
    holds: 'PAGE_SIZES = [20, 50, 100, 500]',
  },
  {
    clause: 'Default test topic t/#',
    file: 'console/src/features/diagnose/test-client/connection/connection-facts.ts',
    holds: "filter: 't/#'",
  },
  {
    clause: 'Max 32-bit value 0xFFFFFFFF',
    file: 'console/src/domain/mqtt-link/connection-settings.ts',
    holds: 'neverExpires = 0xffffffff',
  },
  {
    clause: 'Password length 8 to 64',
    file: 'console/src/features/system/password/password-rules.ts',
    holds: '{8,64}',
  },
  {
    clause: 'Time ranges: last hour, 6 h, 12 h, 1 d, 3 d, 7 d',
    file: 'console/src/features/monitoring/broker-history/history-ranges.ts',
    holds: "['1h', '6h', '12h', '1d', '3d', '7d']",
  },
  {
    clause: 'Certificate extensions',
    file: 'console/src/kit/form/controls/use-certificate-file.ts',
    holds: "['crt', 'key', 'pem', 'jks', 'der', 'cer', 'pfx']",
  },
  {
    clause: 'Reserved usernames',
    file: 'console/src/features/system/users/user-rules.ts',
    holds: "['admin', 'root', 'administrator']",
  },
  {
    clause: 'Log throttle min window 1 s',
    file: 'contract/src/settings/log-config.ts',
    holds: "time_window: withDefault(durationFrom('1s')",
  },
  {
    clause: 'API prefix api/v5',
    file: 'console/src/api/http.ts',
    holds: 'api/v5',
  },
  {
    clause: 'Paging helper limit 1000',
    file: 'console/src/resource/broker-list/table-query.ts',
    holds: 'batchSize = 1000',
  },
  {
    clause: 'Random id: 8 characters',
    file: 'console/src/features/diagnose/test-client/connection/test-clients.ts',
    holds: 'crypto.getRandomValues(new Uint8Array(4))',
  },
  {
    clause: 'Test client: max 6 new connections besides the default',
    file: 'console/src/features/diagnose/test-client/connection/test-clients.ts',
    holds: 'maximumNew = 6',
  },
  {
    clause: 'Listener defaults: zone default',
    file: 'console/src/domain/listener-form/listener-sections.ts',
    holds: "label: m.zone, help: m.zoneHelp, default: 'default'",
  },
  {
    clause: 'Listener defaults: access_rules allow all',
    file: 'console/src/domain/listener-form/limit-sections.ts',
    holds: "default: ['allow all']",
  },
  {
    clause: 'Listener authentication modes: true, false, quick_deny_anonymous',
    file: 'console/src/domain/listener-form/listener-sections.ts',
    holds: "{ value: 'quick_deny_anonymous'",
  },
  {
    clause: 'Listener defaults: backlog 1024',
    file: 'console/src/domain/listener-form/socket-sections.ts',
    holds: 'default: 1024',
  },
  {
    clause: 'Listener defaults: high_watermark 1MB',
    file: 'console/src/domain/listener-form/socket-sections.ts',
    holds: "size('high_watermark', m.highWatermark, '1MB')",
  },
  {
    clause: 'Listener defaults: ssl handshake_timeout 15s',
    file: 'console/src/domain/listener-form/tls-sections.ts',
    holds: "default: '15s'",
  },
  {
    clause: 'Listener defaults: hibernate_after 5s',
    file: 'console/src/domain/listener-form/tls-sections.ts',
    holds: "default: '5s'",
  },
  {
    clause: 'Listener defaults: websocket idle_timeout 7200s',
    file: 'console/src/domain/listener-form/web-socket-sections.ts',
    holds: "label: m.idleTimeout, default: '7200s'",
  },
  {
    clause: 'Listener defaults: max_frame_size infinity',
    file: 'embedded-broker/src/config/listener-schema.ts',
    holds: 'max_frame_size: withDefault(',
  },
  {
    clause: 'Listener defaults: deflate window bits 15',
    file: 'console/src/domain/listener-form/deflate-fields.ts',
    holds: 'default: 15',
  },
  {
    clause: 'Listener defaults: mem_level 8',
    file: 'console/src/domain/listener-form/deflate-fields.ts',
    holds: 'default: 8',
  },
  {
    clause: 'Listener defaults: check_origins local dashboard addresses',
    file: 'console/src/domain/listener-form/web-socket-sections.ts',
    holds: "default: 'http://localhost:18083, http://127.0.0.1:18083'",
  },
  {
    clause: 'Listener defaults: subprotocols',
    file: 'console/src/domain/listener-form/web-socket-sections.ts',
    holds: "default: 'mqtt, mqtt-v3, mqtt-v3.1.1, mqtt-v5'",
  },
  {
    clause: 'Listener types: quic, wss, ws, ssl, tcp',
    file: 'contract/src/settings/listeners.ts',
    holds: "listenerTypes = ['tcp', 'ssl', 'ws', 'wss', 'quic']",
  },
  {
    clause: 'Keepalive multiplier: default 1.5',
    file: 'contract/src/settings/mqtt-config.ts',
    holds: 'withDefault(keepAliveMultiplier, 1.5)',
  },
  {
    clause: 'Keepalive check: default 30 s, min 1 s',
    file: 'contract/src/settings/mqtt-config.ts',
    holds: "keepalive_check_interval: withDefault(durationFrom('1s'), '30s')",
  },
  {
    clause: 'Log chars limit min 100',
    file: 'console/src/features/settings/messages/broker.ts',
    holds: 'chars_limit, at least 100',
  },
  {
    clause: 'Jq timeout default 10 s',
    file: 'embedded-broker/src/integration/rules/rule-store.ts',
    holds: 'jq_function_default_timeout: 10_000',
  },
  {
    clause: 'Charts: message totals every 10 s',
    file: 'console/src/features/monitoring/broker-history/history-ranges.ts',
    holds: 'fineBucket = 10_000',
  },
  {
    clause: 'Trace payload formats: text, hex, hidden',
    file: 'contract/src/diagnose/trace.ts',
    holds: "payloadEncodings = ['text', 'hex', 'hidden']",
  },
  {
    clause: 'Shared subscription strategies',
    file: 'contract/src/settings/mqtt-config.ts',
    holds: `  'random',
  'round_robin',
  'round_robin_per_group',
  'sticky',
  'local',
  'hash_topic',
  'hash_clientid',
`,
  },
  {
    clause: 'Initial sticky pick',
    file: 'contract/src/settings/mqtt-config.ts',
    holds: "stickyPicks = ['random', 'local', 'hash_topic', 'hash_clientid']",
  },
  {
    clause: 'Certificate as client ID: cn, dn, crt, pem, md5',
    file: 'contract/src/settings/mqtt-config.ts',
    holds: "peerCertParts = ['disabled', 'cn', 'dn', 'crt', 'pem', 'md5']",
  },
  {
    clause: 'Left bar collapsed by default, kept as leftBarCollapse',
    file: 'console/src/app/shell/rail-choice.ts',
    holds: "pinKey = 'leftBarCollapse'",
  },
  {
    clause: 'Left bar: only a stored false opens it',
    file: 'console/src/app/shell/rail-choice.ts',
    holds: "localStorage.getItem(pinKey) === 'false'",
  },
  {
    clause: 'Sync OS theme true by default',
    file: 'console/src/app/preferences/theme-choice.ts',
    holds: "localStorage.getItem(syncKey) !== 'false'",
  },
  {
    clause: 'Browser-stored: syncOsTheme',
    file: 'console/src/app/preferences/theme-choice.ts',
    holds: "syncKey = 'syncOsTheme'",
  },
  {
    clause: 'Browser-stored: theme',
    file: 'console/src/app/preferences/theme-choice.ts',
    holds: "themeKey = 'theme'",
  },
  {
    clause: 'Browser-stored: language',
    file: 'console/src/i18n/locale.ts',
    holds: "storageKey = 'language'",
  },
  {
    clause: 'Browser-stored: clientTableColumns',
    file: 'console/src/features/traffic/clients/clients-page.tsx',
    holds: 'columnsKey="clientTableColumns"',
  },
  {
    clause: 'Browser-stored: edition',
    file: 'console/src/api/session.ts',
    holds: 'editionKey = `edition${suffix}`',
  },
  {
    clause: 'Browser-stored: user info',
    file: 'console/src/api/session.ts',
    holds: 'storageKey = `session${suffix}`',
  },
  {
    clause: 'Edition resolves to enterprise (1) or otherwise community (2)',
    file: 'console/src/api/session.ts',
    holds: 'return /^(ee|enterprise)$/i.test(edition) ? 1 : 2',
  },
]

/** The clauses of §9 that no file of the repository implements, with the reason. */
export const clausesWithoutPlace: readonly { readonly clause: string; readonly why: string }[] = [
  {
    clause: 'Chunk load timeout 120 s',
    why: 'The browser loads modules, and gives no time limit to set: what fails to load is said as it fails.',
  },
]

/** The routes of §2, with a value in the place of a parameter; `leadsTo` is set for a route that only redirects. */
export const specifiedRoutes: readonly { readonly path: string; readonly leadsTo?: string }[] = [
  { path: '/', leadsTo: '/dashboard' },
  { path: '/dashboard', leadsTo: '/dashboard/overview' },
  { path: '/subscriptions', leadsTo: '/subscriptions/subscription' },
  { path: '/rule', leadsTo: '/rule/rules' },
  { path: '/mqtt', leadsTo: '/mqtt/general' },
  ...[
    '/dashboard/overview',
    '/dashboard/nodes',
    '/dashboard/metrics',
    '/dashboard/nodes/emqx@127.0.0.1',
    '/clients',
    '/clients/detail/plc-1',
    '/subscriptions/subscription',
    '/subscriptions/topics',
    '/retained',
    '/users',
    '/banned-clients',
    '/authentication',
    '/authentication/create',
    '/authentication/detail/jwt',
    '/authorization',
    '/authorization/create',
    '/authorization/detail/file',
    '/gateway',
    '/gateway/create/stomp',
    '/gateway/detail/stomp',
    '/api-key',
    '/plugins',
    '/plugins/install',
    '/plugins/detail/device_tags-1.0.0',
    '/exhook',
    '/exhook/create',
    '/exhook/detail/hooks',
    '/webhook',
    '/webhook/create',
    '/webhook/post',
    '/rule/rules',
    '/rule/rules/create',
    '/rule/rules/hot',
    '/rule/actions',
    '/rule/actions/http:post',
    '/rule/source',
    '/rule/source/mqtt:far',
    '/connector',
    '/connector/create',
    '/connector/http:post',
    '/listener',
    '/mqtt/general',
    '/mqtt/session',
    '/mqtt/session-persistence',
    '/mqtt/retainer',
    '/mqtt/system-topic',
    '/log',
    '/websocket',
    '/log-trace',
    '/log-trace/detail/press',
  ].map((path) => ({ path })),
]

/** The labels of §2 that are areas or pages of the menu; *Tools* and *Help* are texts of the shell. */
export const specifiedLabels = [
  'Monitoring',
  'Management',
  'Diagnose',
  'Access Control',
  'Integration',
  'Extensions',
  'Settings',
  'System settings',
  'Cluster Overview',
  'Nodes',
  'Topics',
  'Topic Metrics',
  'Flows',
  'Webhook',
  'Schema Registry',
  'Limiter',
  'Backup',
  'Cluster',
] as const

/** The default columns of the client table (§3). */
export const specifiedClientColumns = [
  'clientid',
  'username',
  'connected',
  'ip_address',
  'keepalive',
  'clean_start',
  'expiry_interval',
  'connected_at',
] as const
