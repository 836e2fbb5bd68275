import { type BridgeKind, type FieldWords, fieldWords } from './field-words.ts'

export interface BridgeLayout {
  /** The paths as the API spells them; paths that are not listed follow in the broker's order. */
  readonly order: readonly string[]
  /** Settings that are seldom changed: a path, or an object with everything in it. */
  readonly folded: readonly string[]
}

/** The fields that every form begins with, and those that it ends with. */
const first = ['name', 'connector', 'description']
const last = ['ssl', 'resource_opts', 'tags']

const server = ['server', 'database', 'username', 'password']
const kafkaConnector = ['bootstrap_hosts', 'authentication']
const kafkaAction = inParameters(
  'topic message compression partition_strategy partitions_limit kafka_headers kafka_ext_headers kafka_header_value_encode_mode',
)
const lineProtocol = inParameters('precision write_syntax')

/**
 * The orders by kind and type, such as `connector/mysql`: how to reach the system, then the credentials, then what is
 * written where.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  'connector/mqtt': words(
    'server username password proto_ver clean_start keepalive clientid_prefix static_clientids',
  ),
  'action/mqtt': inParameters('topic qos retain payload'),
  'source/mqtt': inParameters('topic qos no_local'),
  'connector/http': ['url', 'headers'],
  'action/http': inParameters('method path headers body'),
  'connector/kafka_producer': kafkaConnector,
  'connector/kafka_consumer': kafkaConnector,
  'connector/confluent_producer': kafkaConnector,
  'connector/azure_event_hub_producer': kafkaConnector,
  'action/kafka_producer': kafkaAction,
  'action/confluent_producer': kafkaAction,
  'action/azure_event_hub_producer': kafkaAction.filter((path) => path !== 'parameters.compression'),
  'source/kafka_consumer': inParameters(
    'topic group_id offset_reset_policy key_encoding_mode value_encoding_mode',
  ),
  'connector/pulsar': ['servers', 'authentication'],
  'action/pulsar': inParameters('pulsar_topic message strategy compression retention_period max_inflight'),
  'connector/rocketmq': words('servers namespace access_key secret_key security_token'),
  'action/rocketmq': inParameters('topic template'),
  'connector/rabbitmq': words('server port username password virtual_host'),
  'action/rabbitmq': inParameters(
    'exchange routing_key payload_template delivery_mode wait_for_publish_confirmations',
  ),
  'source/rabbitmq': inParameters('queue no_ack'),
  'action/hstreamdb': inParameters('stream partition_key record_template'),
  'connector/mysql': server,
  'connector/pgsql': server,
  'connector/timescale': server,
  'connector/matrix': server,
  'connector/sqlserver': [...server, 'driver'],
  'connector/oracle': words('server sid service_name username password role'),
  'connector/mongodb': [
    'parameters',
    ...inParameters('server servers replica_set_name r_mode'),
    ...words('srv_record database auth_source username password use_legacy_protocol'),
  ],
  'action/mongodb': inParameters('collection payload_template'),
  'connector/redis': ['parameters', ...inParameters('server servers sentinel database username password')],
  'connector/cassandra': words('servers keyspace username password'),
  'connector/couchbase': words('server username password'),
  'connector/clickhouse': words('url database username password'),
  'connector/elasticsearch': ['server', 'authentication'],
  'action/elasticsearch': inParameters('action index id doc overwrite doc_as_upsert routing require_alias'),
  'connector/influxdb': [
    'server',
    'parameters',
    ...inParameters('org bucket token database username password'),
  ],
  'connector/datalayers': ['server', 'parameters', ...inParameters('database username password')],
  'connector/greptimedb': words('server dbname username password'),
  'connector/tdengine': words('server username password token'),
  'connector/iotdb': words(
    'driver base_url server iotdb_version protocol_version authentication username password zoneId',
  ),
  'connector/opents': words('server summary details'),
  'action/influxdb': lineProtocol,
  'action/datalayers': lineProtocol,
  'action/greptimedb': ['parameters.write_syntax'],
  'action/tdengine': inParameters('database sql'),
  'action/iotdb': inParameters('device_id is_aligned data'),
  'action/opents': [
    'parameters.data',
    ...['metric', 'value', 'timestamp', 'tags'].map((column) => `parameters.data.${column}`),
  ],
  'connector/s3': words('host port access_method access_key_id secret_access_key'),
  'connector/azure_blob_storage': words('account_name account_key'),
  'action/s3': inParameters('mode bucket key content acl aggregation container'),
  'action/azure_blob_storage': inParameters('mode container blob content aggregation'),
  'connector/gcp_pubsub_producer': ['service_account_json'],
  'connector/gcp_pubsub_consumer': ['service_account_json'],
  'action/gcp_pubsub_producer': inParameters(
    'pubsub_topic payload_template attributes_template ordering_key_template',
  ),
  'source/gcp_pubsub_consumer': inParameters('topic pull_max_messages'),
  'connector/kinesis': words('endpoint aws_access_key_id aws_secret_access_key'),
  'action/kinesis': inParameters('stream_name partition_key payload_template'),
  'connector/dynamo': words('url region aws_access_key_id aws_secret_access_key'),
  'action/dynamo': inParameters('table hash_key range_key template'),
  'connector/snowflake': words('server account dsn username password proxy'),
  'action/snowflake': inParameters('mode database schema stage pipe pipe_user private_key aggregation proxy'),
  'connector/tablestore': words('endpoint instance_name access_key_id access_key_secret storage_model_type'),
  'action/tablestore': inParameters(
    'table_name measurement tags fields data_source timestamp meta_update_model storage_model_type',
  ),
  'connector/syskeeper_forwarder': ['server'],
  'action/syskeeper_forwarder': inParameters('target_topic target_qos template'),
  'connector/syskeeper_proxy': ['listen', 'acceptors', 'handshake_timeout'],
}

/** The fields that are folded for every type, including types of a newer broker. */
const foldedAlways = [
  ...words('pool_type pool_size connect_timeout max_retries pipelining enable_pipelining resource_opts'),
  ...inParameters('pool_size connect_timeout max_retries pipelining'),
]

const kafkaTuning = words(
  'health_check_topic min_metadata_refresh_interval metadata_request_timeout socket_opts',
)
const kafkaBatches = inParameters(
  'max_batch_bytes required_acks partition_count_refresh_interval max_inflight query_mode sync_query_timeout buffer max_linger_time max_linger_bytes',
)

const foldedOf: Readonly<Record<string, readonly string[]>> = {
  'connector/mqtt': ['retry_interval', 'bridge_mode', 'max_inflight'],
  'connector/kafka_producer': kafkaTuning,
  'connector/kafka_consumer': kafkaTuning,
  'connector/confluent_producer': kafkaTuning,
  'connector/azure_event_hub_producer': kafkaTuning,
  'action/kafka_producer': kafkaBatches,
  'action/confluent_producer': kafkaBatches,
  'action/azure_event_hub_producer': kafkaBatches,
  'source/kafka_consumer': inParameters('max_wait_time max_batch_bytes offset_commit_interval_seconds'),
  'action/pulsar': inParameters('send_buffer batch_size max_batch_bytes sync_timeout buffer'),
  'action/rocketmq': inParameters('strategy refresh_interval send_buffer sync_timeout'),
  'connector/rabbitmq': ['heartbeat', 'timeout'],
  'action/rabbitmq': ['parameters.publish_confirmation_timeout'],
  'connector/mongodb': ['parameters.w_mode', 'topology'],
  'connector/pgsql': ['disable_prepared_statements'],
  'connector/timescale': ['disable_prepared_statements'],
  'connector/matrix': ['disable_prepared_statements'],
  'connector/iotdb': ['recv_timeout'],
  // Everything is folded except TLS, which determines whether the data is encrypted in transit.
  'connector/s3': words(
    'connect_timeout enable_pipelining headers ipv6_probe max_retries pool_size request_timeout',
  ).map((name) => `transport_options.${name}`),
  'action/s3': inParameters('headers min_part_size max_part_size'),
  'action/greptimedb': ['parameters.precision'],
  'action/clickhouse': ['parameters.batch_value_separator'],
  'connector/syskeeper_forwarder': ['ack_mode', 'ack_timeout'],
}

/** Returns the order in which the settings of a type are shown, and which of them are folded. */
export function buildBridgeLayout(kind: BridgeKind, type: string): BridgeLayout {
  const key = `${kind}/${type}`
  const own = Object.hasOwn(orders, key) ? (orders[key] ?? []) : []
  const tuning = Object.hasOwn(foldedOf, key) ? (foldedOf[key] ?? []) : []
  const folded = [...tuning, ...foldedAlways]
  const isLast = (path: string) => last.includes(path)
  // Within the parameters the order lists every field that comes before the folded fields.
  return { order: [...first, ...own, ...folded.filter((path) => !isLast(path)), ...last], folded }
}

interface BridgeKnowledge extends BridgeLayout {
  readonly findWords: (path: string) => FieldWords | undefined
}

/** Returns everything that the form of a type adds to the broker's own description of the type. */
export function buildBridgeKnowledge(kind: BridgeKind, type: string): BridgeKnowledge {
  return { findWords: (path) => fieldWords(kind, type, path), ...buildBridgeLayout(kind, type) }
}

function words(text: string): readonly string[] {
  return text.split(' ')
}

function inParameters(names: string): readonly string[] {
  return words(names).map((name) => `parameters.${name}`)
}
