import {
  bridgeGroups,
  bridgeNeeds,
  bridgeTypeNames,
} from '#features/integration/bridges/messages/bridge-catalog.ts'

const disk = 'M3 4c0-2.7 10-2.7 10 0v8c0 2.7-10 2.7-10 0zM3 4c0 2.7 10 2.7 10 0'

const circle = 'M8 2a6 6 0 1 0 .01 0'

/** The icons show the kind of system, never the logo of its vendor. */
const bridgeIcons = {
  mqtt: 'M8 8v.01M5.2 5.2a4 4 0 0 0 0 5.6M10.8 5.2a4 4 0 0 1 0 5.6M3 3a7 7 0 0 0 0 10M13 3a7 7 0 0 1 0 10',
  http: `${circle}M2 8h12M8 2c-4 4-4 8 0 12M8 2c4 4 4 8 0 12`,
  kafka_producer: 'M2 10h3v4H2zM6.5 10h3v4h-3zM11 10h3v4h-3zM8 2v5.5M5.5 5 8 7.5 10.5 5',
  kafka_consumer: 'M2 10h3v4H2zM6.5 10h3v4h-3zM11 10h3v4h-3zM8 7.5V2M5.5 4.5 8 2l2.5 2.5',
  confluent_producer:
    'M4.5 12.5a3 3 0 0 1 0-6 3.7 3.7 0 0 1 7.1-.5 3.3 3.3 0 0 1 0 6.5zM8 11V8M6.2 9.6 8 7.8l1.8 1.8',
  pulsar: `${circle}M2 8h3.2L6.7 5l2.6 6 1.5-3H14`,
  rocketmq: 'M2 7.5 14 2l-4.5 12L7 9zM7 9l7-7',
  rabbitmq: 'M2 6h3v4H2zM5 8h5M7.5 3.5v9M7.5 3.5H10M7.5 12.5H10M10 2h4v3h-4zM10 6.5h4v3h-4zM10 11h4v3h-4z',
  azure_event_hub_producer:
    'M8 6a2 2 0 1 0 .01 0M8 6V2M6.4 9.2 3 12.5M9.6 9.2l3.4 3.3M6.2 7.3 2.5 5M9.8 7.3 13.5 5',
  kinesis: 'M2 5h4c4 0 4-2.5 8-2.5M2 8h12M2 11h4c4 0 4 2.5 8 2.5',
  gcp_pubsub_producer:
    'M3.5 6.5a1.5 1.5 0 1 0 .01 0M12.5 2.5a1.5 1.5 0 1 0 .01 0M12.5 10.5a1.5 1.5 0 1 0 .01 0M5 7.3l6-2.7M5 8.7l6 2.7',
  gcp_pubsub_consumer:
    'M12.5 6.5a1.5 1.5 0 1 0 .01 0M3.5 2.5a1.5 1.5 0 1 0 .01 0M3.5 10.5a1.5 1.5 0 1 0 .01 0M11 7.3 5 4.6M11 8.7l-6 2.7',
  mysql: `${disk}M6 11.5v-3l2 2 2-2v3`,
  redis: 'M2.5 3h4v4h-4zM2.5 9h4v4h-4zM6.5 5h7M6.5 11h7',
  mongodb:
    'M6 2.5C4 2.5 5.2 7.2 3 8c2.2.8 1 5.5 3 5.5M10 2.5c2 0 .8 4.7 3 5.5-2.2.8-1 5.5-3 5.5M8 6.5v.01M8 9.5v.01',
  influxdb: 'M2 2v12h12M4 10.5l3-4 2.5 2.5L13.5 4',
  pgsql: `${disk}M3 8c0 2.7 10 2.7 10 0`,
  tdengine: 'M2 4h12M2 8h12M2 12h12M5 2.5v3M10.5 6.5v3M7 10.5v3',
  timescale:
    'M2.5 4c0-2.2 8-2.2 8 0v2.5M2.5 4v7c0 1.3 2 1.8 4 1.8M2.5 4c0 2.2 8 2.2 8 0M11 8a3 3 0 1 0 .01 0M11 9.5V11l1 .8',
  iotdb: 'M8 2v5M3.5 9V7h9v2M8 7v2M2 9h3v4H2zM6.5 9h3v4h-3zM11 9h3v4h-3z',
  matrix: 'M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11',
  opents: 'M2 14V9M5 14V6M8 14V8M11 14V3M14 14V7',
  greptimedb: 'M2 12l3-4 2.5 2 3-5L14 8M2 2.5h5M2 5h3M2 14.5h12',
  clickhouse: 'M2.5 3h11v10h-11zM2.5 6h11M6.2 6v7M9.8 6v7',
  dynamo: `${disk}M8.7 7 6.5 10h3l-2.2 3`,
  cassandra: 'M8 3.5a4.5 4.5 0 1 0 .01 0M8 2v3M8 11v3M2 8h3M11 8h3',
  sqlserver: 'M2.5 2.5h11V7h-11zM2.5 9h11v4.5h-11zM5 4.8v.01M5 11.3v.01M8 4.8h3M8 11.3h3',
  oracle: `${disk}M6.2 9.5a1.8 1.6 0 1 0 3.6 0a1.8 1.6 0 1 0-3.6 0`,
  hstreamdb: 'M2 4c2-2 4 2 6 0s4 2 6 0M2 8c2-2 4 2 6 0s4 2 6 0M2 12c2-2 4 2 6 0s4 2 6 0',
  elasticsearch: 'M9.5 4a3.5 3.5 0 1 0 .01 0M12 10.2l2.3 2.8M2 4h2.5M2 8h2M2 12h5',
  s3: 'M2.5 4c0-2.2 11-2.2 11 0L12 13c0 1.4-8 1.4-8 0zM2.5 4c0 2.2 11 2.2 11 0',
  azure_blob_storage: 'M2 3h5v4.5H2zM9 3h5v4.5H9zM5.5 9h5v4.5h-5z',
  couchbase: 'M4 2h5l3 3v9H4zM9 2v3h3M6 9c0-1.1 4-1.1 4 0v2c0 1.1-4 1.1-4 0zM6 9c0 1.1 4 1.1 4 0',
  syskeeper_proxy: 'M4 2h8v12H4zM4 6h8M4 10h8M6 4v.01M6 8v.01M6 12v.01M2 8h2M12 8h2',
  syskeeper_forwarder: 'M6 2v12M9 2v12M2 8h2M11 8h3M12.2 6 14 8l-1.8 2',
  datalayers: 'M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  snowflake: 'M2 7l6-4.5L14 7v7H2zM5 14V9.5h6V14M5 11.7h6',
  tablestore: 'M2 3h12v10H2zM2 6.5h12M2 9.8h12M6 3v10',
} as const satisfies Readonly<Record<string, Icon>>

export type BridgeGroup = keyof typeof bridgeGroups
export type KnownType = keyof typeof bridgeIcons
/** The direction of the messages: from the broker (an action) or to the broker (a source). */
export type Direction = 'action' | 'source'

export interface TypeProfile {
  /** The type as the API spells it; the connector, action and source of one system have the same type. */
  readonly type: string
  readonly label: string
  readonly group: BridgeGroup
  readonly icon: Icon
  /** All texts by which the search finds the type, in lower case. */
  readonly find: string
  /** The prerequisites that the user should know before creating it; empty for an unknown type. */
  readonly needs: string
  /** For an unknown type both directions are assumed to be possible: the broker's schemas decide. */
  readonly directions: readonly Direction[]
  readonly edition: 'community' | 'enterprise'
  readonly isKnown: boolean
}

interface TypeFacts {
  readonly type: KnownType
  readonly group: BridgeGroup
  /** Names, protocols and kinds that users may search for, in both languages. */
  readonly aliases: string
  readonly directions?: readonly Direction[]
  readonly edition?: 'community'
}

/** The types, in the order in which they are offered within their group. EMQX 5.8.9 knows these 38 types. */
const facts: readonly TypeFacts[] = [
  {
    type: 'mqtt',
    group: 'brokers',
    aliases: 'bridge iot mosquitto emqx 桥接',
    directions: ['action', 'source'],
    edition: 'community',
  },
  { type: 'kafka_producer', group: 'brokers', aliases: 'apache redpanda stream 流' },
  { type: 'kafka_consumer', group: 'brokers', aliases: 'apache redpanda stream 流', directions: ['source'] },
  { type: 'confluent_producer', group: 'brokers', aliases: 'kafka cloud 云' },
  { type: 'pulsar', group: 'brokers', aliases: 'apache stream 流' },
  { type: 'rocketmq', group: 'brokers', aliases: 'apache aliyun 阿里云' },
  { type: 'rabbitmq', group: 'brokers', aliases: 'amqp queue 队列', directions: ['action', 'source'] },
  { type: 'hstreamdb', group: 'brokers', aliases: 'stream 流' },
  { type: 'pgsql', group: 'databases', aliases: 'postgres sql relational 关系型' },
  { type: 'mysql', group: 'databases', aliases: 'mariadb tidb sql relational 关系型' },
  { type: 'sqlserver', group: 'databases', aliases: 'mssql odbc sql relational 关系型' },
  { type: 'oracle', group: 'databases', aliases: 'sql relational 关系型' },
  { type: 'mongodb', group: 'databases', aliases: 'nosql document documentdb 文档' },
  { type: 'redis', group: 'databases', aliases: 'valkey cache key-value sentinel 缓存 键值' },
  { type: 'cassandra', group: 'databases', aliases: 'apache scylla cql nosql wide-column 宽列' },
  { type: 'couchbase', group: 'databases', aliases: 'nosql document n1ql sql++ 文档' },
  { type: 'clickhouse', group: 'databases', aliases: 'olap sql column analytics 列式 分析' },
  { type: 'elasticsearch', group: 'databases', aliases: 'elk opensearch search index 搜索 检索' },
  { type: 'influxdb', group: 'series', aliases: 'line protocol tsdb 行协议' },
  { type: 'timescale', group: 'series', aliases: 'postgres sql tsdb' },
  { type: 'tdengine', group: 'series', aliases: 'taos sql tsdb 涛思' },
  { type: 'iotdb', group: 'series', aliases: 'apache thrift rest tsdb' },
  { type: 'opents', group: 'series', aliases: 'opentsdb hbase tsdb' },
  { type: 'greptimedb', group: 'series', aliases: 'line protocol tsdb 行协议' },
  { type: 'datalayers', group: 'series', aliases: 'line protocol influxdb tsdb 行协议' },
  { type: 'matrix', group: 'series', aliases: 'matrixdb ymatrix postgres sql tsdb' },
  { type: 's3', group: 'cloud', aliases: 'aws amazon minio oss object bucket 对象存储' },
  { type: 'azure_blob_storage', group: 'cloud', aliases: 'microsoft object container abs 对象存储' },
  { type: 'azure_event_hub_producer', group: 'cloud', aliases: 'microsoft kafka eventhub' },
  { type: 'gcp_pubsub_producer', group: 'cloud', aliases: 'gcp pubsub' },
  { type: 'gcp_pubsub_consumer', group: 'cloud', aliases: 'gcp pubsub', directions: ['source'] },
  { type: 'kinesis', group: 'cloud', aliases: 'aws data streams 流' },
  { type: 'dynamo', group: 'cloud', aliases: 'aws dynamodb nosql' },
  { type: 'snowflake', group: 'cloud', aliases: 'warehouse odbc sql 数据仓库' },
  { type: 'tablestore', group: 'cloud', aliases: 'aliyun ots 阿里云 表格存储' },
  { type: 'http', group: 'relays', aliases: 'rest webhook api url https', edition: 'community' },
  { type: 'syskeeper_forwarder', group: 'relays', aliases: 'nari isolation gap 南瑞 隔离装置 网闸' },
  {
    type: 'syskeeper_proxy',
    group: 'relays',
    aliases: 'nari isolation gap 南瑞 隔离装置 网闸',
    directions: [],
  },
]

export const bridgeTypes: readonly TypeProfile[] = facts.map(
  ({ type, group, aliases, directions = ['action'], edition }): TypeProfile => {
    const label = bridgeTypeNames[type]
    const find = `${type} ${label} ${bridgeGroups[group]} ${aliases}`.toLowerCase()
    const needs = bridgeNeeds[type]
    return {
      type,
      label,
      group,
      icon: bridgeIcons[type],
      find,
      needs,
      directions,
      edition: edition ?? 'enterprise',
      isKnown: true,
    }
  },
)

const byType: ReadonlyMap<string, TypeProfile> = new Map(bridgeTypes.map((one) => [one.type, one]))

/** Returns the profile of a type. A type that only a newer broker has is labelled with its own name, made readable. */
export function bridgeType(type: string): TypeProfile {
  return byType.get(type) ?? unknownType(type)
}

function unknownType(type: string): TypeProfile {
  const words = type.split(/[_\s.-]+/).filter((word) => word !== '')
  const label = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ')
  return {
    type,
    label: label === '' ? type : label,
    group: 'others',
    icon: neutralIcon,
    find: `${type} ${label} ${bridgeGroups.others}`.toLowerCase(),
    needs: '',
    directions: ['action', 'source'],
    edition: 'enterprise',
    isKnown: false,
  }
}

/** Names that action types had before connectors became separate; old rules and exports still use these names. */
const former: ReadonlyMap<string, KnownType> = new Map([
  ['webhook', 'http'],
  ['kafka', 'kafka_producer'],
  ['gcp_pubsub', 'gcp_pubsub_producer'],
  ['influxdb_api_v1', 'influxdb'],
  ['influxdb_api_v2', 'influxdb'],
  ['mongodb_rs', 'mongodb'],
  ['mongodb_sharded', 'mongodb'],
  ['mongodb_single', 'mongodb'],
  ['redis_cluster', 'redis'],
  ['redis_sentinel', 'redis'],
  ['redis_single', 'redis'],
])

/** Returns the type of the connector that an action or a source of the type uses. */
export function toConnectorType(type: string): string {
  return former.get(type) ?? type
}

/** A plug, for systems that this console does not know. */
const neutralIcon: Icon = 'M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9v2.5a4.5 4.5 0 0 1-9 0zM8 12.5V14'

/** The path of a drawing of 16 × 16 units. */
export type Icon = string
