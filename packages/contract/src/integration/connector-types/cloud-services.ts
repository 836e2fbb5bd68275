import { literal, oneOf } from '../../description/choices.ts'
import {
  boolean,
  byteSize,
  duration,
  integer,
  nonNegativeInteger,
  positiveInteger,
  secret,
  text,
} from '../../description/scalars.ts'
import { field, listOf, required, struct, union, withDefault } from '../../description/schema.ts'
import { address } from '../../description/server.ts'
import { addressRules } from './address-rules.ts'
import { actionForms, type ConnectorType, connectorForms, sourceForms } from './connector-forms.ts'
import { createDeprecatedField, template } from './connector-parts.ts'
import { credentialTexts } from './credential-texts.ts'
import { actionOptions, connectorOptions, timeToLive, usualActionOptions } from './resource-options.ts'

const keyValuePair = struct('bridge_gcp_pubsub:key_value_pair', {
  key: required(template),
  value: required(template),
})

const gcpPubsubProducerParameters = struct('gcp_pubsub_producer:action_parameters', {
  pubsub_topic: required(text),
  attributes_template: withDefault(listOf(keyValuePair), []),
  ordering_key_template: withDefault(template, ''),
  payload_template: withDefault(template, ''),
})

const gcpPubsubProducer: ConnectorType = {
  name: 'gcp_pubsub_producer',
  connector: connectorForms(
    'gcp_pubsub_producer',
    'gcp_pubsub_producer',
    connectorOptions('gcp_pubsub_producer:connector_resource_opts'),
    {
      service_account_json: required(credentialTexts.serviceAccount),
      connect_timeout: withDefault(duration, '15s'),
      max_retries: withDefault(nonNegativeInteger, 2),
      pipelining: withDefault(positiveInteger, 100),
      pool_size: withDefault(positiveInteger, 8),
      request_timeout: createDeprecatedField(duration, { default: '15s' }),
    },
  ),
  action: actionForms(
    'gcp_pubsub_producer',
    'gcp_pubsub_producer',
    gcpPubsubProducerParameters,
    usualActionOptions,
  ),
}

const gcpPubsubConsumerSourceResourceOpts = struct('gcp_pubsub_consumer:source_resource_opts', {
  health_check_interval: withDefault(duration, '30s'),
  request_ttl: withDefault(timeToLive, '45s'),
})

const gcpPubsubConsumerSourceParameters = struct('gcp_pubsub_consumer:source_parameters', {
  topic: required(text),
  pull_max_messages: withDefault(positiveInteger, 100),
})

const gcpPubsubConsumer: ConnectorType = {
  name: 'gcp_pubsub_consumer',
  connector: connectorForms(
    'gcp_pubsub_consumer',
    'gcp_pubsub_consumer',
    connectorOptions('gcp_pubsub_consumer:connector_resource_opts'),
    {
      service_account_json: required(credentialTexts.serviceAccount),
      connect_timeout: withDefault(duration, '15s'),
      max_retries: withDefault(nonNegativeInteger, 2),
      pipelining: withDefault(positiveInteger, 100),
      pool_size: withDefault(positiveInteger, 8),
      request_timeout: createDeprecatedField(duration, { default: '15s' }),
    },
  ),
  source: sourceForms(
    'gcp_pubsub_consumer',
    'gcp_pubsub_consumer',
    gcpPubsubConsumerSourceParameters,
    gcpPubsubConsumerSourceResourceOpts,
  ),
}

const kinesisParameters = struct('bridge_kinesis:action_parameters', {
  partition_key: required(template),
  stream_name: required(text),
  payload_template: withDefault(template, '${.}'),
})

const kinesis: ConnectorType = {
  name: 'kinesis',
  connector: connectorForms(
    'kinesis',
    'bridge_kinesis',
    connectorOptions('bridge_kinesis:connector_resource_opts'),
    {
      aws_access_key_id: required(text),
      aws_secret_access_key: required(secret),
      endpoint: required(text, { example: 'https://kinesis.us-east-1.amazonaws.com' }),
      max_retries: withDefault(nonNegativeInteger, 2),
      pool_size: withDefault(positiveInteger, 8),
    },
  ),
  action: actionForms(
    'kinesis',
    'bridge_kinesis',
    kinesisParameters,
    actionOptions('bridge_kinesis:action_resource_opts', { batch_size: withDefault(integer(1, 500), 1) }),
  ),
}

const syskeeperCreationOpts = struct('syskeeper:creation_opts', {
  auto_restart_interval: createDeprecatedField(union(duration, literal('infinity')), { default: '15s' }),
  batch_size: withDefault(positiveInteger, 1),
  batch_time: withDefault(duration, '0ms'),
  enable_queue: createDeprecatedField(boolean, { default: false }),
  health_check_interval: withDefault(duration, '15s'),
  inflight_window: withDefault(positiveInteger, 100),
  max_buffer_bytes: withDefault(byteSize, '256MB'),
  query_mode: withDefault(oneOf('sync', 'async'), 'async'),
  request_ttl: withDefault(timeToLive, 'infinity'),
  start_after_created: withDefault(boolean, true),
  start_timeout: withDefault(duration, '5s'),
  worker_pool_size: withDefault(integer(1, 1024), 16),
})

const syskeeperParameters = struct('syskeeper:parameters', {
  target_qos: field(integer(0, 2)),
  target_topic: withDefault(template, '${topic}'),
  template: withDefault(template, '${payload}'),
})

const syskeeperForwarder: ConnectorType = {
  name: 'syskeeper_forwarder',
  connector: connectorForms(
    'syskeeper_forwarder',
    'syskeeper_forwarder',
    connectorOptions('syskeeper_forwarder:connector_resource_opts'),
    {
      server: required(address(addressRules.syskeeper_forwarder)),
      ack_mode: withDefault(oneOf('need_ack', 'no_ack'), 'no_ack'),
      ack_timeout: withDefault(duration, '10s'),
      pool_size: withDefault(positiveInteger, 16),
    },
    { suffix: '' },
  ),
  action: actionForms('syskeeper_forwarder', 'syskeeper', syskeeperParameters, syskeeperCreationOpts),
}

const syskeeperProxy: ConnectorType = {
  name: 'syskeeper_proxy',
  connector: connectorForms(
    'syskeeper_proxy',
    'connector_syskeeper_proxy',
    connectorOptions('connector_syskeeper_proxy:connector_resource_opts'),
    {
      listen: required(address(addressRules.syskeeper_proxy)),
      acceptors: withDefault(nonNegativeInteger, 16),
      handshake_timeout: withDefault(duration, '10s'),
    },
    { suffix: '' },
  ),
}

export const cloudServices: readonly ConnectorType[] = [
  gcpPubsubProducer,
  gcpPubsubConsumer,
  kinesis,
  syskeeperForwarder,
  syskeeperProxy,
]
