import type { Edition } from '../../runtime/edition.ts'
import type { ResourceKind } from './resource-store.ts'

const community = ['http', 'mqtt']
const actions = [
  'http',
  'cassandra',
  'rocketmq',
  'rabbitmq',
  'kafka_producer',
  'sqlserver',
  'gcp_pubsub_producer',
  'greptimedb',
  'mongodb',
  'hstreamdb',
  'iotdb',
  'pulsar',
  'confluent_producer',
  'azure_event_hub_producer',
  'influxdb',
  'syskeeper_forwarder',
  'redis',
  'opents',
  'kinesis',
  'datalayers',
  's3',
  'mqtt',
  'couchbase',
  'tdengine',
  'oracle',
  'tablestore',
  'timescale',
  'clickhouse',
  'snowflake',
  'azure_blob_storage',
  'matrix',
  'elasticsearch',
  'mysql',
  'pgsql',
  'dynamo',
]
const sources = ['rabbitmq', 'gcp_pubsub_consumer', 'kafka_consumer', 'mqtt']

const enterprise: Readonly<Record<ResourceKind, readonly string[]>> = {
  // The proxy receives the data of a forwarder on another system; no action or source uses it here.
  connectors: [...new Set([...actions, ...sources, 'syskeeper_proxy'])],
  actions,
  sources,
}

/** Returns the types of systems that EMQX 5.8 knows, in its order. */
export function typesOffered(edition: Edition, kind: ResourceKind): readonly string[] {
  if (edition === 'enterprise') return enterprise[kind]
  return kind === 'sources' ? ['mqtt'] : community
}
