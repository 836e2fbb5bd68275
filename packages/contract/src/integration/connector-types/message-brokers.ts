import { literal, oneOf } from '../../description/choices.ts'
import {
  boolean,
  byteSize,
  duration,
  integer,
  positiveInteger,
  secret,
  text,
} from '../../description/scalars.ts'
import { field, required, struct, union, withDefault } from '../../description/schema.ts'
import { address } from '../../description/server.ts'
import { addressRules } from './address-rules.ts'
import { actionForms, type ConnectorType, connectorForms, sourceForms } from './connector-forms.ts'
import { createDeprecatedField, rawText, requireUnless, template, tlsSwitchedOff } from './connector-parts.ts'
import { enterpriseTls as tls } from './connector-tls.ts'
import {
  actionOptions,
  connectorOptions,
  sourceOptions,
  timeToLive,
  usualActionOptions,
} from './resource-options.ts'

const rabbitmqParameters = struct('bridge_rabbitmq:action_parameters', {
  exchange: required(template),
  routing_key: required(template),
  delivery_mode: withDefault(oneOf('non_persistent', 'persistent'), 'non_persistent'),
  payload_template: withDefault(template, ''),
  publish_confirmation_timeout: withDefault(duration, '30s'),
  wait_for_publish_confirmations: withDefault(boolean, true),
})

const rabbitmqSourceParameters = struct('bridge_rabbitmq:source_parameters', {
  queue: required(text),
  no_ack: withDefault(boolean, true),
  wait_for_publish_confirmations: withDefault(boolean, true),
})

const rabbitmq: ConnectorType = {
  name: 'rabbitmq',
  connector: connectorForms(
    'rabbitmq',
    'rabbitmq',
    connectorOptions('rabbitmq:connector_resource_opts'),
    {
      username: required(text),
      password: required(secret),
      heartbeat: withDefault(duration, '30s'),
      pool_size: withDefault(positiveInteger, 8),
      port: withDefault(integer(1, 65535), 5672),
      server: withDefault(text, 'localhost'),
      ssl: tlsSwitchedOff(tls),
      timeout: withDefault(duration, '5s'),
      virtual_host: withDefault(text, '/'),
    },
    { suffix: '', answers: 'status-only' },
  ),
  action: actionForms(
    'rabbitmq',
    'bridge_rabbitmq',
    rabbitmqParameters,
    actionOptions('bridge_rabbitmq:action_resource_opts'),
  ),
  source: sourceForms(
    'rabbitmq',
    'bridge_rabbitmq',
    rabbitmqSourceParameters,
    sourceOptions('actions_and_sources:source_resource_opts'),
  ),
}

const authToken = struct('bridge_pulsar:auth_token', {
  jwt: required(secret),
})

const pulsarAuthBasic = struct('bridge_pulsar:auth_basic', {
  username: required(text),
  password: required(secret),
})

const pulsarActionResourceOpts = struct('pulsar:action_resource_opts', {
  health_check_interval: withDefault(duration, '15s'),
  query_mode: withDefault(oneOf('sync', 'async'), 'async'),
  request_ttl: createDeprecatedField(timeToLive, { default: '45s' }),
})

const pulsarProducerBuffer = struct('bridge_pulsar:producer_buffer', {
  memory_overload_protection: withDefault(boolean, false),
  mode: withDefault(oneOf('memory', 'disk', 'hybrid'), 'memory'),
  per_partition_limit: withDefault(byteSize, '256MB'),
  segment_bytes: withDefault(byteSize, '100MB'),
})

const producerPulsarMessage = struct('pulsar:producer_pulsar_message', {
  key: withDefault(template, '${.clientid}'),
  value: withDefault(template, '${.}'),
})

const pulsarParameters = struct('pulsar:action_parameters', {
  pulsar_topic: required(text),
  batch_size: withDefault(positiveInteger, 100),
  buffer: field(pulsarProducerBuffer),
  compression: withDefault(oneOf('no_compression', 'snappy', 'zlib'), 'no_compression'),
  max_batch_bytes: withDefault(byteSize, '900KB'),
  max_inflight: withDefault(positiveInteger, 10),
  message: field(producerPulsarMessage),
  retention_period: withDefault(union(duration, literal('infinity')), 'infinity'),
  send_buffer: withDefault(byteSize, '1MB'),
  strategy: withDefault(oneOf('random', 'roundrobin', 'key_dispatch'), 'random'),
  sync_timeout: withDefault(duration, '3s'),
})

const pulsar: ConnectorType = {
  name: 'pulsar',
  connector: connectorForms(
    'pulsar',
    'pulsar',
    connectorOptions('pulsar:connector_resource_opts'),
    {
      servers: required(address(addressRules.pulsar)),
      authentication: withDefault(union(authToken, pulsarAuthBasic, literal('none')), 'none'),
      connect_timeout: withDefault(duration, '5s'),
      ssl: tlsSwitchedOff(tls),
    },
    { suffix: '', answers: 'status-only' },
  ),
  action: actionForms('pulsar', 'pulsar', pulsarParameters, pulsarActionResourceOpts),
}

const rocketmqParameters = struct('rocketmq:action_parameters', {
  refresh_interval: withDefault(duration, '3s'),
  send_buffer: withDefault(byteSize, '1024KB'),
  strategy: withDefault(union(rawText, literal('roundrobin')), 'roundrobin'),
  sync_timeout: withDefault(duration, '3s'),
  template: withDefault(template, ''),
  topic: withDefault(template, 'TopicTest'),
})

const rocketmq: ConnectorType = {
  name: 'rocketmq',
  connector: connectorForms('rocketmq', 'rocketmq', connectorOptions('rocketmq:connector_resource_opts'), {
    servers: required(address(addressRules.rocketmq)),
    access_key: withDefault(text, ''),
    namespace: field(text),
    pool_size: withDefault(positiveInteger, 8),
    secret_key: withDefault(secret, ''),
    security_token: withDefault(secret, ''),
    ssl: tlsSwitchedOff(tls),
  }),
  action: actionForms('rocketmq', 'rocketmq', rocketmqParameters, usualActionOptions),
}

const hstreamdbParameters = struct('bridge_hstreamdb:action_parameters', {
  stream: required(text),
  aggregation_pool_size: withDefault(positiveInteger, 8),
  batch_interval: withDefault(duration, '500ms'),
  batch_size: withDefault(positiveInteger, 100),
  grpc_flush_timeout: withDefault(duration, '10s'),
  max_batches: withDefault(positiveInteger, 500),
  partition_key: field(template),
  record_template: withDefault(template, '${payload}'),
  writer_pool_size: withDefault(positiveInteger, 8),
})

const hstreamdb: ConnectorType = {
  name: 'hstreamdb',
  connector: connectorForms(
    'hstreamdb',
    'bridge_hstreamdb',
    connectorOptions('bridge_hstreamdb:connector_resource_opts'),
    {
      url: requireUnless(text, 'http://127.0.0.1:6570'),
      grpc_timeout: withDefault(duration, '30s'),
      ssl: tlsSwitchedOff(tls),
    },
  ),
  action: actionForms('hstreamdb', 'bridge_hstreamdb', hstreamdbParameters, usualActionOptions),
}

export const messageBrokers: readonly ConnectorType[] = [rabbitmq, pulsar, rocketmq, hstreamdb]
