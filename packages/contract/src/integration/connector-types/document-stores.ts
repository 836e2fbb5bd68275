import { literal, oneOf } from '../../description/choices.ts'
import {
  boolean,
  duration,
  nonNegativeInteger,
  positiveInteger,
  secret,
  text,
} from '../../description/scalars.ts'
import { field, required, struct, withDefault } from '../../description/schema.ts'
import { address } from '../../description/server.ts'
import { addressRules } from './address-rules.ts'
import { actionForms, type ConnectorType, connectorForms } from './connector-forms.ts'
import {
  alwaysReconnects,
  redisCommand,
  requireUnless,
  selectUnionBy,
  template,
  tlsSwitchedOff,
  usually,
} from './connector-parts.ts'
import { enterpriseTls as tls } from './connector-tls.ts'
import {
  actionOptions,
  connectorOptions,
  createUnbatchedOptions,
  usualActionOptions,
} from './resource-options.ts'

const redisClusterConnector = struct('redis:redis_cluster_connector', {
  servers: required(address(addressRules.redis)),
  auto_reconnect: alwaysReconnects,
  password: field(secret),
  pool_size: withDefault(positiveInteger, 8),
  redis_type: withDefault(literal('cluster'), 'cluster'),
  username: field(text),
})

const redisSentinelConnector = struct('redis:redis_sentinel_connector', {
  servers: required(address(addressRules.redis)),
  sentinel: required(text),
  auto_reconnect: alwaysReconnects,
  database: withDefault(nonNegativeInteger, 0),
  password: field(secret),
  pool_size: withDefault(positiveInteger, 8),
  redis_type: withDefault(literal('sentinel'), 'sentinel'),
  username: field(text),
})

const redisSingleConnector = struct('redis:redis_single_connector', {
  server: required(address(addressRules.redis)),
  auto_reconnect: alwaysReconnects,
  database: withDefault(nonNegativeInteger, 0),
  password: field(secret),
  pool_size: withDefault(positiveInteger, 8),
  redis_type: withDefault(literal('single'), 'single'),
  username: field(text),
})

const redisParameters = struct('bridge_redis:action_parameters', {
  command_template: required(redisCommand),
})

const redis: ConnectorType = {
  name: 'redis',
  connector: connectorForms(
    'redis',
    'redis',
    connectorOptions('redis:connector_resource_opts'),
    {
      parameters: required(
        selectUnionBy('redis_type', {
          cluster: redisClusterConnector,
          sentinel: redisSentinelConnector,
          single: redisSingleConnector,
        }),
      ),
      ssl: tlsSwitchedOff(tls),
    },
    { answers: 'status' },
  ),
  action: actionForms('redis', 'redis', redisParameters, actionOptions('redis:action_resource_opts')),
}

const rs = struct('mongo:connector_rs', {
  servers: required(address(addressRules.mongodb)),
  mongo_type: requireUnless(literal('rs'), 'rs'),
  replica_set_name: required(text),
  r_mode: withDefault(oneOf('master', 'slave_ok'), 'master'),
  w_mode: withDefault(oneOf('unsafe', 'safe'), 'unsafe'),
})

const sharded = struct('mongo:connector_sharded', {
  servers: required(address(addressRules.mongodb)),
  mongo_type: requireUnless(literal('sharded'), 'sharded'),
  w_mode: withDefault(oneOf('unsafe', 'safe'), 'unsafe'),
})

const single = struct('mongo:connector_single', {
  server: required(address(addressRules.mongodb)),
  mongo_type: requireUnless(literal('single'), 'single'),
  w_mode: withDefault(oneOf('unsafe', 'safe'), 'unsafe'),
})

const mongoTopology = struct('mongo:topology', {
  connect_timeout_ms: field(duration),
  heartbeat_frequency_ms: withDefault(duration, '200s'),
  local_threshold_ms: field(duration),
  max_overflow: withDefault(nonNegativeInteger, 0),
  min_heartbeat_frequency_ms: field(duration),
  overflow_check_period: field(duration),
  overflow_ttl: field(duration),
  server_selection_timeout_ms: field(duration),
  socket_timeout_ms: field(duration),
  wait_queue_timeout_ms: field(duration),
})

const mongodbParameters = struct('bridge_mongodb:action_parameters', {
  collection: withDefault(template, 'mqtt'),
  payload_template: field(template),
})

const mongodb: ConnectorType = {
  name: 'mongodb',
  connector: connectorForms(
    'mongodb',
    'bridge_mongodb',
    connectorOptions('bridge_mongodb:connector_resource_opts'),
    {
      parameters: required(selectUnionBy('mongo_type', { rs: rs, sharded: sharded, single: single })),
      database: required(text),
      auth_source: field(text),
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      srv_record: withDefault(boolean, false),
      ssl: tlsSwitchedOff(tls),
      topology: field(mongoTopology),
      use_legacy_protocol: withDefault(oneOf('auto', true, false), 'auto'),
      username: field(text),
    },
  ),
  action: actionForms(
    'mongodb',
    'bridge_mongodb',
    mongodbParameters,
    createUnbatchedOptions('bridge_mongodb:action_resource_opts'),
  ),
}

const dynamoParameters = struct('bridge_dynamo:action_parameters', {
  hash_key: required(text),
  table: required(text),
  range_key: field(text),
  template: withDefault(template, ''),
  undefined_vars_as_null: withDefault(boolean, false),
})

const dynamo: ConnectorType = {
  name: 'dynamo',
  connector: connectorForms(
    'dynamo',
    'bridge_dynamo',
    connectorOptions('bridge_dynamo:connector_resource_opts'),
    {
      url: required(text),
      region: required(text),
      aws_access_key_id: required(text),
      aws_secret_access_key: required(secret),
      auto_reconnect: alwaysReconnects,
      pool_size: withDefault(positiveInteger, 8),
    },
  ),
  action: actionForms('dynamo', 'bridge_dynamo', dynamoParameters, usualActionOptions),
}

const elasticsearchAuthBasic = struct('elasticsearch:auth_basic', {
  username: required(text),
  password: required(secret),
})

const actionUpdate = struct('bridge_elasticsearch:action_update', {
  action: required(literal('update'), { description: 'update' }),
  id: required(template, { example: '${payload.id}' }),
  index: required(template, { example: '${payload.index}' }),
  doc: field(template, { described: { example: '${payload.doc}' } }),
  doc_as_upsert: withDefault(boolean, false),
  max_retries: withDefault(nonNegativeInteger, 2),
  require_alias: field(boolean),
  routing: field(template, { described: { example: '${payload.routing}' } }),
})

const actionDelete = struct('bridge_elasticsearch:action_delete', {
  action: required(literal('delete'), { description: 'delete' }),
  id: required(template, { example: '${payload.id}' }),
  index: required(template, { example: '${payload.index}' }),
  max_retries: withDefault(nonNegativeInteger, 2),
  routing: field(template, { described: { example: '${payload.routing}' } }),
})

const actionCreate = struct('bridge_elasticsearch:action_create', {
  action: required(literal('create'), { description: 'create' }),
  index: required(template, { example: '${payload.index}' }),
  doc: field(template, { described: { example: '${payload.doc}' } }),
  id: field(template, { described: { example: '${payload.id}' } }),
  max_retries: withDefault(nonNegativeInteger, 2),
  overwrite: withDefault(boolean, true),
  require_alias: field(boolean),
  routing: field(template, { described: { example: '${payload.routing}' } }),
})

const elasticsearch: ConnectorType = {
  name: 'elasticsearch',
  connector: connectorForms(
    'elasticsearch',
    'elasticsearch',
    connectorOptions('bridge_http:connector_resource_opts'),
    {
      server: requireUnless(address(addressRules.elasticsearch), '127.0.0.1:9200'),
      authentication: field(usually(elasticsearchAuthBasic)),
      connect_timeout: withDefault(duration, '15s'),
      enable_pipelining: withDefault(positiveInteger, 100),
      pool_size: withDefault(positiveInteger, 8),
      pool_type: withDefault(oneOf('random', 'hash'), 'random'),
      ssl: tlsSwitchedOff(tls),
    },
    { suffix: '', answers: 'status' },
  ),
  action: actionForms(
    'elasticsearch',
    'bridge_elasticsearch',
    selectUnionBy('action', { update: actionUpdate, delete: actionDelete, create: actionCreate }),
    createUnbatchedOptions('bridge_elasticsearch:action_resource_opts'),
    { isLocalTopicHidden: true },
  ),
}

export const documentStores: readonly ConnectorType[] = [redis, mongodb, dynamo, elasticsearch]
