import { vocabulary } from '#i18n/vocabulary.ts'

export const commonFields = {
  name: vocabulary.name,
  'name:help':
    "Identifies the connector, action or source in rules, metrics and logs. Can't be changed later.",
  type: vocabulary.type,
  enable: vocabulary.enabled,
  'enable:help':
    'A disabled connector closes its connections and its actions stop. A disabled action drops the messages of its rules.',
  description: vocabulary.description,
  tags: vocabulary.labels,
  'tags:help': 'For your own sorting. No effect on messages.',
  connector: vocabulary.connector,
  'connector:help': 'The connection to use. Several actions can share one connector and its connections.',
  parameters: 'Target and content',
  'source/parameters': 'What to read',
  'connector/parameters': 'Deployment and sign-in',
  local_topic: 'Local topic filter',
  'local_topic:help':
    'Sends messages of this topic filter to the action without a rule. Leave empty to use rules only.',
  resource_opts: 'Buffer, retries and health',
  'connector/resource_opts': 'Start and health',
  'source/resource_opts': 'Start and health',
  'resource_opts.health_check_interval': 'Health check interval',
  'resource_opts.health_check_interval:help':
    'How often each node checks the target. A failure shows within this time; until then requests still go to the target. Shorter intervals detect faults sooner and put more load on the target. Default: 15 s, Google Pub/Sub sources 30 s.',
  'resource_opts.start_after_created': 'Start after creation',
  'resource_opts.start_after_created:help':
    'When off, the resource connects only after a manual start or a restart of the node. Default: on.',
  'resource_opts.start_timeout': vocabulary.startTimeout,
  'resource_opts.start_timeout:help':
    'How long saving waits for the target to become healthy. After the timeout the settings are saved and the broker keeps trying in the background. Default: 5 s.',
  'resource_opts.worker_pool_size': vocabulary.bufferWorkers,
  'resource_opts.worker_pool_size:help':
    'Workers per node, each with its own queue. More workers raise throughput and memory use; messages of one client stay in one worker. 1 to 1,024. Default: 16.',
  'resource_opts.max_buffer_bytes': 'Buffer queue size',
  'resource_opts.max_buffer_bytes:help':
    "Limit of each worker's queue in memory. When a queue is full, its oldest messages are dropped and count as “queue full”. Memory per node can reach this size × buffer workers. A restart of the node loses the queue. Default: 256 MB.",
  'resource_opts.request_ttl': 'Request lifetime',
  'resource_opts.request_ttl:help':
    "How long a message may take from entering the buffer to the target's answer. Messages that take longer are dropped and count as “expired”. Set at least the longest outage the buffer should bridge. Default: 45 s, SysKeeper no limit.",
  'resource_opts.inflight_window': 'Unanswered requests',
  'resource_opts.inflight_window:help':
    'Requests each worker sends without waiting for the answer of an earlier one, in asynchronous mode. Further messages wait in the queue. Set 1 to keep strict order per client. Default: 100.',
  'resource_opts.query_mode': vocabulary.requestMode,
  'resource_opts.query_mode:help':
    'Asynchronous: publishers never wait for the target. Synchronous: a publishing client waits until the target answers or the request expires, so a slow target slows clients down. Default: asynchronous.',
  'resource_opts.batch_size': 'Batch size',
  'resource_opts.batch_size:help':
    'Messages sent in one request, at most. Larger batches raise throughput; if a target rejects a batch, all its messages fail together. 1 turns batching off.',
  'resource_opts.batch_time': 'Batch wait',
  'resource_opts.batch_time:help':
    'How long a message waits for its batch to fill. Adds up to this delay per message. Default: 0 ms.',
  'resource_opts.auto_restart_interval': 'Restart interval',
  'resource_opts.auto_restart_interval:help':
    'No longer used: the broker restarts failed resources at the health check interval.',
  'resource_opts.enable_queue': 'Queue messages',
  'resource_opts.enable_queue:help': 'No longer used: messages are always queued.',
  server: vocabulary.server,
  'server:help':
    'Host and port, such as db.example.com:1234. Without a port the standard port of the target applies.',
  servers: 'Servers',
  'servers:help': 'Host and port of one or more servers, separated by commas.',
  database: vocabulary.database,
  'database:help': 'Must exist on the server.',
  username: vocabulary.username,
  password: vocabulary.password,
  authentication: 'Authentication',
  'authentication.username': vocabulary.username,
  'authentication.password': vocabulary.password,
  pool_size: 'Connection pool size',
  'pool_size:help':
    'Connections per node to the target. All actions of the connector share the pool; more connections allow more requests at once. Default: 8.',
  connect_timeout: vocabulary.connectTimeout,
  'connect_timeout:help': 'How long opening a connection may take before the attempt counts as failed.',
  request_timeout: vocabulary.requestTimeout,
  'request_timeout:help': 'No longer used: the request lifetime of the action applies.',
  max_retries: 'Retries',
  'max_retries:help':
    'Immediate repetitions of a failed request. After the last one the message returns to the buffer until its lifetime ends.',
  pipelining: vocabulary.httpPipelining,
  'pipelining:help':
    'Requests sent on one connection before the first answer arrives. 1 turns pipelining off. Default: 100.',
  enable_pipelining: vocabulary.httpPipelining,
  'enable_pipelining:help':
    'Requests sent on one connection before the first answer arrives. 1 turns pipelining off. Default: 100.',
  pool_type: 'Connection choice',
  'pool_type:help':
    'Random spreads requests over the pool; hash keeps messages of one client on one connection, and so in order. Default: random.',
  auto_reconnect: 'Reconnect',
  'auto_reconnect:help': 'No longer used: the broker always reconnects.',
  undefined_vars_as_null: 'Missing values as NULL',
  'undefined_vars_as_null:help':
    'On: a placeholder without a value writes NULL. Off: the text “undefined” is written. Default: off.',
  sql: 'SQL template',
  'sql:help':
    "Statement sent for each message. Placeholders such as ${payload} take columns of the rule's output.",
  mode: 'Upload mode',
  headers: vocabulary.headers,
  url: vocabulary.url,
  'url:help': 'Address of the service with scheme and port.',
  proxy: 'Proxy',
  'proxy:help': 'HTTP proxy between the broker and the service.',
  'proxy.host': 'Proxy host',
  'proxy.port': 'Proxy port',
  'proxy.port:help': '1 to 65,535.',
  transport_options: 'HTTP transport',
  ssl: vocabulary.tls,
  'ssl.enable': 'Use TLS',
  'ssl.enable:help': 'Off: user, password and messages travel unencrypted.',
  'ssl.cacerts': 'System CA certificates',
  'ssl.cacerts:help': 'No longer used: add the CA certificate instead.',
  'ssl.cacertfile': vocabulary.caCertificate,
  'ssl.cacertfile:help': "PEM of the authorities that may sign the server's certificate.",
  'ssl.certfile': 'Client certificate',
  'ssl.certfile:help': 'PEM. Only for servers that require a certificate from clients.',
  'ssl.keyfile': 'Client private key',
  'ssl.keyfile:help': 'PEM of the key that belongs to the client certificate.',
  'ssl.password': vocabulary.keyPassphrase,
  'ssl.password:help': 'Only for an encrypted private key.',
  'ssl.verify': 'Verify the server',
  'ssl.verify:help':
    'Without verification anyone between the broker and the server can read and change the messages.',
  'ssl.server_name_indication': 'Server name (SNI)',
  'ssl.server_name_indication:help':
    'Name sent to the server and compared with its certificate. Leave empty to use the host of the address; “disable” sends no name and skips the comparison.',
  'ssl.depth': 'Chain depth',
  'ssl.depth:help':
    "Intermediate certificates allowed between the server's certificate and the CA. Default: 10.",
  'ssl.versions': vocabulary.tlsVersions,
  'ssl.versions:help': 'Versions offered to the server. Default: TLS 1.3 and 1.2.',
  'ssl.ciphers': vocabulary.cipherSuites,
  'ssl.ciphers:help': 'Leave empty to use the suites of the TLS versions.',
  'ssl.reuse_sessions': 'Reuse TLS sessions',
  'ssl.reuse_sessions:help': 'Saves handshakes when connections are reopened, up to TLS 1.2.',
  'ssl.secure_renegotiate': vocabulary.secureRenegotiation,
  'ssl.secure_renegotiate:help':
    "Refuses renegotiation that isn't bound to the first handshake (RFC 5746). TLS 1.2 and older.",
  'ssl.hibernate_after': vocabulary.hibernateAfter,
  'ssl.hibernate_after:help': 'Idle TLS connections release memory after this time. Default: 5 s.',
  'ssl.log_level': 'TLS log level',
  'ssl.log_level:help': "Detail of TLS messages in the broker's log. Default: notice.",
  'ssl.partial_chain': 'Partial chain',
  'ssl.partial_chain:help':
    "Accepts a chain that ends at an intermediate certificate of the CA file, for servers that don't send the whole chain.",
  'ssl.verify_peer_ext_key_usage': 'Required key usage',
  'ssl.verify_peer_ext_key_usage:help':
    "Extended key usages the server's certificate must have, such as serverAuth. Separate several with commas.",
}
