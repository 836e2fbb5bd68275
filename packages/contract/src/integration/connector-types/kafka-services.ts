import { literal, oneOf } from '../../description/choices.ts'
import { boolean, byteSize, duration, positiveInteger, secret, text } from '../../description/scalars.ts'
import { field, listOf, required, struct, union, withDefault } from '../../description/schema.ts'
import { address } from '../../description/server.ts'
import { addressRules } from './address-rules.ts'
import { actionForms, type ConnectorType, connectorForms, sourceForms } from './connector-forms.ts'
import { requireUnless, template } from './connector-parts.ts'
import { azureTls, confluentTls, kafkaTls } from './connector-tls.ts'
import { connectorOptions, sourceOptions } from './resource-options.ts'

const authGssapiKerberos = struct('bridge_kafka:auth_gssapi_kerberos', {
  kerberos_keytab_file: required(text),
  kerberos_principal: required(text),
})

const kafkaAuthUsernamePassword = struct('bridge_kafka:auth_username_password', {
  username: required(text),
  password: required(secret),
  mechanism: required(oneOf('plain', 'scram_sha_256', 'scram_sha_512')),
})

const socketOpts = struct('bridge_kafka:socket_opts', {
  nodelay: withDefault(boolean, true),
  recbuf: withDefault(byteSize, '1MB'),
  sndbuf: withDefault(byteSize, '1MB'),
  tcp_keepalive: withDefault(text, 'none'),
})

const kafkaProducerBuffer = struct('bridge_kafka:producer_buffer', {
  memory_overload_protection: withDefault(boolean, true),
  mode: withDefault(oneOf('memory', 'disk', 'hybrid'), 'memory'),
  per_partition_limit: withDefault(byteSize, '256MB'),
  segment_bytes: withDefault(byteSize, '10MB'),
})

const producerKafkaExtHeaders = struct('bridge_kafka:producer_kafka_ext_headers', {
  kafka_ext_header_key: required(template),
  kafka_ext_header_value: required(template),
})

const kafkaKafkaMessage = struct('bridge_kafka:kafka_message', {
  key: withDefault(template, '${.clientid}'),
  timestamp: withDefault(template, '${.timestamp}'),
  value: withDefault(template, '${.}'),
})

const kafkaProducerKafkaOpts = struct('bridge_kafka:producer_kafka_opts', {
  topic: required(template),
  buffer: field(kafkaProducerBuffer),
  compression: withDefault(oneOf('no_compression', 'snappy', 'gzip'), 'no_compression'),
  kafka_ext_headers: field(listOf(producerKafkaExtHeaders)),
  kafka_header_value_encode_mode: withDefault(oneOf('none', 'json'), 'none'),
  kafka_headers: field(template),
  max_batch_bytes: withDefault(byteSize, '896KB'),
  max_inflight: withDefault(positiveInteger, 10),
  max_linger_bytes: withDefault(byteSize, '10MB'),
  max_linger_time: withDefault(duration, '0ms'),
  message: field(kafkaKafkaMessage),
  partition_count_refresh_interval: withDefault(duration, '60s', { minimum: '1s' }),
  partition_strategy: withDefault(oneOf('random', 'key_dispatch'), 'random'),
  partitions_limit: withDefault(union(positiveInteger, literal('all_partitions')), 'all_partitions'),
  query_mode: withDefault(oneOf('async', 'sync'), 'async'),
  required_acks: withDefault(oneOf('all_isr', 'leader_only', 'none'), 'all_isr'),
  sync_query_timeout: withDefault(duration, '5s'),
})

const kafkaProducer: ConnectorType = {
  name: 'kafka_producer',
  connector: connectorForms(
    'kafka_producer',
    'bridge_kafka',
    connectorOptions('bridge_kafka:connector_resource_opts'),
    {
      bootstrap_hosts: required(address(addressRules.kafka_producer)),
      authentication: withDefault(
        union(authGssapiKerberos, kafkaAuthUsernamePassword, literal('none')),
        'none',
      ),
      connect_timeout: withDefault(duration, '5s'),
      health_check_topic: field(text),
      metadata_request_timeout: withDefault(duration, '5s'),
      min_metadata_refresh_interval: withDefault(duration, '3s'),
      socket_opts: field(socketOpts),
      ssl: field(kafkaTls),
    },
  ),
  action: actionForms(
    'kafka_producer',
    'bridge_kafka',
    kafkaProducerKafkaOpts,
    sourceOptions('bridge_kafka:resource_opts'),
    { isConnectorFirst: true },
  ),
}

const kafkaConsumerSourceParameters = struct('kafka_consumer:source_parameters', {
  topic: required(text),
  group_id: field(text),
  key_encoding_mode: withDefault(oneOf('none', 'base64'), 'none'),
  max_batch_bytes: withDefault(byteSize, '896KB'),
  max_wait_time: withDefault(duration, '1s'),
  offset_commit_interval_seconds: withDefault(duration, '5s', { minimum: '1s' }),
  offset_reset_policy: withDefault(oneOf('latest', 'earliest'), 'latest'),
  value_encoding_mode: withDefault(oneOf('none', 'base64'), 'none'),
})

const kafkaConsumer: ConnectorType = {
  name: 'kafka_consumer',
  connector: connectorForms(
    'kafka_consumer',
    'kafka_consumer',
    connectorOptions('bridge_kafka:connector_resource_opts'),
    {
      bootstrap_hosts: required(address(addressRules.kafka_consumer)),
      authentication: withDefault(
        union(authGssapiKerberos, kafkaAuthUsernamePassword, literal('none')),
        'none',
      ),
      connect_timeout: withDefault(duration, '5s'),
      health_check_topic: field(text),
      metadata_request_timeout: withDefault(duration, '5s'),
      min_metadata_refresh_interval: withDefault(duration, '3s'),
      socket_opts: field(socketOpts),
      ssl: field(kafkaTls),
    },
  ),
  source: sourceForms(
    'kafka_consumer',
    'kafka_consumer',
    kafkaConsumerSourceParameters,
    sourceOptions('actions_and_sources:source_resource_opts'),
  ),
}

const confluentAuthUsernamePassword = struct('confluent:auth_username_password', {
  username: required(text),
  password: required(secret),
})

const confluentKafkaMessage = struct('confluent:kafka_message', {
  key: withDefault(template, '${.clientid}'),
  value: withDefault(template, '${.}'),
})

const confluentProducerKafkaOpts = struct('confluent:producer_kafka_opts', {
  topic: required(template),
  buffer: field(kafkaProducerBuffer),
  compression: withDefault(oneOf('no_compression', 'snappy', 'gzip'), 'no_compression'),
  kafka_ext_headers: field(listOf(producerKafkaExtHeaders)),
  kafka_header_value_encode_mode: withDefault(oneOf('none', 'json'), 'none'),
  kafka_headers: field(template),
  max_batch_bytes: withDefault(byteSize, '896KB'),
  max_inflight: withDefault(positiveInteger, 10),
  max_linger_bytes: withDefault(byteSize, '10MB'),
  max_linger_time: withDefault(duration, '0ms'),
  message: field(confluentKafkaMessage),
  partition_count_refresh_interval: withDefault(duration, '60s', { minimum: '1s' }),
  partition_strategy: withDefault(oneOf('random', 'key_dispatch'), 'random'),
  partitions_limit: withDefault(union(positiveInteger, literal('all_partitions')), 'all_partitions'),
  query_mode: withDefault(oneOf('async', 'sync'), 'async'),
  required_acks: withDefault(oneOf('all_isr', 'leader_only', 'none'), 'all_isr'),
  sync_query_timeout: withDefault(duration, '5s'),
})

const confluentProducer: ConnectorType = {
  name: 'confluent_producer',
  connector: connectorForms(
    'confluent_producer',
    'confluent',
    connectorOptions('bridge_kafka:connector_resource_opts'),
    {
      bootstrap_hosts: required(address(addressRules.confluent_producer)),
      authentication: requireUnless(confluentAuthUsernamePassword, {}),
      ssl: requireUnless(confluentTls, { enable: true }),
      connect_timeout: withDefault(duration, '5s'),
      health_check_topic: field(text),
      metadata_request_timeout: withDefault(duration, '5s'),
      min_metadata_refresh_interval: withDefault(duration, '3s'),
      socket_opts: field(socketOpts),
    },
  ),
  action: actionForms(
    'confluent_producer',
    'confluent',
    confluentProducerKafkaOpts,
    sourceOptions('bridge_kafka:resource_opts'),
    { isConnectorFirst: true },
  ),
}

const azureEventHubAuthUsernamePassword = struct('bridge_azure_event_hub:auth_username_password', {
  password: required(secret),
})

const azureEventHubKafkaMessage = struct('bridge_azure_event_hub:kafka_message', {
  key: withDefault(template, '${.clientid}'),
  value: withDefault(template, '${.}'),
})

const azureEventHubProducerKafkaOpts = struct('bridge_azure_event_hub:producer_kafka_opts', {
  topic: required(template),
  buffer: field(kafkaProducerBuffer),
  kafka_ext_headers: field(listOf(producerKafkaExtHeaders)),
  kafka_header_value_encode_mode: withDefault(oneOf('none', 'json'), 'none'),
  kafka_headers: field(template),
  max_batch_bytes: withDefault(byteSize, '896KB'),
  max_inflight: withDefault(positiveInteger, 10),
  max_linger_bytes: withDefault(byteSize, '10MB'),
  max_linger_time: withDefault(duration, '0ms'),
  message: field(azureEventHubKafkaMessage),
  partition_count_refresh_interval: withDefault(duration, '60s', { minimum: '1s' }),
  partition_strategy: withDefault(oneOf('random', 'key_dispatch'), 'random'),
  partitions_limit: withDefault(union(positiveInteger, literal('all_partitions')), 'all_partitions'),
  query_mode: withDefault(oneOf('async', 'sync'), 'async'),
  required_acks: withDefault(oneOf('all_isr', 'leader_only'), 'all_isr'),
  sync_query_timeout: withDefault(duration, '5s'),
})

const azureEventHubProducer: ConnectorType = {
  name: 'azure_event_hub_producer',
  connector: connectorForms(
    'azure_event_hub_producer',
    'bridge_azure_event_hub',
    connectorOptions('bridge_kafka:connector_resource_opts'),
    {
      bootstrap_hosts: required(address(addressRules.azure_event_hub_producer)),
      authentication: requireUnless(azureEventHubAuthUsernamePassword, {}),
      ssl: requireUnless(azureTls, { enable: true }),
      connect_timeout: withDefault(duration, '5s'),
      health_check_topic: field(text),
      metadata_request_timeout: withDefault(duration, '5s'),
      min_metadata_refresh_interval: withDefault(duration, '3s'),
      socket_opts: field(socketOpts),
    },
  ),
  action: actionForms(
    'azure_event_hub_producer',
    'bridge_azure_event_hub',
    azureEventHubProducerKafkaOpts,
    sourceOptions('bridge_kafka:resource_opts'),
    { isConnectorFirst: true },
  ),
}

export const kafkaServices: readonly ConnectorType[] = [
  kafkaProducer,
  kafkaConsumer,
  confluentProducer,
  azureEventHubProducer,
]
