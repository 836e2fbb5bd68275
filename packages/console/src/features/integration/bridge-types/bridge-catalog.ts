import { bridgeGroups, bridgeNeeds, bridgeTypeNames } from '../messages/bridge-catalog.ts'
import { bridgeIcons, type Icon, neutralIcon } from './bridge-icons.ts'

export type BridgeGroup = keyof typeof bridgeGroups
export type KnownType = keyof typeof bridgeIcons
/** Which way messages go: from the broker (an action), to the broker (a source). */
export type Direction = 'action' | 'source'

export interface TypeProfile {
  /** As the API spells it; connector, action and source of one system have the same type. */
  readonly type: string
  readonly label: string
  readonly group: BridgeGroup
  readonly icon: Icon
  /** Everything that one may search it by, in lower case. */
  readonly find: string
  /** What one has to know before one begins; empty for an unknown type. */
  readonly needs: string
  /** Of an unknown type both are taken to be possible: the schemas of the broker say. */
  readonly directions: readonly Direction[]
  readonly edition: 'community' | 'enterprise'
  readonly isKnown: boolean
}

interface TypeFacts {
  readonly type: KnownType
  readonly group: BridgeGroup
  /** Names, protocols and kinds under which one looks for it, in both languages. */
  readonly aliases: string
  readonly directions?: readonly Direction[]
  readonly edition?: 'community'
}

/** The order in which types are offered within their group. EMQX 5.8.9 knows these 38. */
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

/** What is known of a type. One that a newer broker has is called by its own name, made readable. */
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

/** Names that types of actions had before connectors came apart from them; old rules and exports still say them. */
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

/** The type of the connector that an action or a source of the type uses. */
export function connectorTypeOf(type: string): string {
  return former.get(type) ?? type
}
