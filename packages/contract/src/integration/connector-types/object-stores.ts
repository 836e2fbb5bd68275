import { literal, oneOf } from '../../description/choices.ts'
import {
  anyMap,
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
import { actionForms, type ConnectorType, connectorForms } from './connector-forms.ts'
import {
  alwaysReconnects,
  createDeprecatedField,
  requireUnless,
  selectUnionBy,
  template,
  templateMap,
  tlsSwitchedOff,
  unshownText,
  usually,
} from './connector-parts.ts'
import { enterpriseTls as tls } from './connector-tls.ts'
import { credentialTexts } from './credential-texts.ts'
import { actionOptions, connectorOptions, uploadBatches } from './resource-options.ts'

const transportOptions = struct('s3:transport_options', {
  connect_timeout: withDefault(duration, '15s'),
  enable_pipelining: createDeprecatedField(positiveInteger, { default: 0 }),
  headers: field(templateMap),
  ipv6_probe: withDefault(boolean, false),
  max_retries: field(nonNegativeInteger),
  pool_size: withDefault(positiveInteger, 8),
  request_timeout: field(duration),
  ssl: tlsSwitchedOff(tls),
})

const s3DirectUploadParameters = struct('bridge_s3:s3_direct_upload_parameters', {
  bucket: required(template),
  key: required(template),
  acl: field(
    oneOf(
      'private',
      'public_read',
      'public_read_write',
      'authenticated_read',
      'bucket_owner_read',
      'bucket_owner_full_control',
    ),
  ),
  content: withDefault(template, '${.}'),
  headers: field(anyMap),
  mode: withDefault(literal('direct'), 'direct'),
})

const s3Aggregation = struct('bridge_s3:s3_aggregation', {
  max_records: withDefault(positiveInteger, '100000'),
  time_interval: withDefault(duration, '30m', { minimum: '1s' }),
})

const s3AggregatedContainerCsv = struct('bridge_s3:s3_aggregated_container_csv', {
  type: required(literal('csv')),
  column_order: withDefault(listOf(text), []),
})

const s3AggregatedUploadParameters = struct('bridge_s3:s3_aggregated_upload_parameters', {
  aggregation: required(s3Aggregation),
  bucket: required(template),
  container: requireUnless(usually(s3AggregatedContainerCsv), { type: 'csv' }),
  key: required(template),
  mode: required(literal('aggregated')),
  acl: field(
    oneOf(
      'private',
      'public_read',
      'public_read_write',
      'authenticated_read',
      'bucket_owner_read',
      'bucket_owner_full_control',
    ),
  ),
  headers: field(anyMap),
  max_part_size: withDefault(byteSize, '5gb'),
  min_part_size: withDefault(byteSize, '5mb'),
})

const s3: ConnectorType = {
  name: 's3',
  connector: connectorForms('s3', 'bridge_s3', connectorOptions('bridge_s3:s3_connector_resource_opts'), {
    host: required(text),
    port: required(positiveInteger),
    access_key_id: field(unshownText),
    access_method: withDefault(oneOf('path', 'vhost'), 'path'),
    secret_access_key: field(secret),
    transport_options: field(transportOptions),
  }),
  action: actionForms(
    's3',
    'bridge_s3',
    selectUnionBy(
      'mode',
      { direct: s3DirectUploadParameters, aggregated: s3AggregatedUploadParameters },
      'direct',
    ),
    actionOptions('bridge_s3:s3_upload_resource_opts', uploadBatches),
  ),
}

const azureBlobStorageDirectParameters = struct('action_azure_blob_storage:direct_parameters', {
  blob: required(template),
  container: required(template),
  mode: required(literal('direct')),
  content: withDefault(template, '${.}'),
})

const containerCsv = struct('connector_aggregator:container_csv', {
  type: required(literal('csv')),
  column_order: withDefault(listOf(text), []),
})

const azureBlobStorageAggregation = struct('action_azure_blob_storage:aggregation', {
  container: requireUnless(usually(containerCsv), { type: 'csv' }),
  max_records: withDefault(positiveInteger, 1000000),
  time_interval: withDefault(duration, '1h', { minimum: '1s' }),
})

const azureBlobStorageAggregParameters = struct('action_azure_blob_storage:aggreg_parameters', {
  aggregation: required(azureBlobStorageAggregation),
  blob: required(template),
  container: required(text),
  mode: required(literal('aggregated')),
})

const azureBlobStorage: ConnectorType = {
  name: 'azure_blob_storage',
  connector: connectorForms(
    'azure_blob_storage',
    'connector_azure_blob_storage',
    connectorOptions('connector_azure_blob_storage:resource_opts'),
    {
      account_name: required(text),
      account_key: required(credentialTexts.accountKey),
    },
  ),
  action: actionForms(
    'azure_blob_storage',
    'action_azure_blob_storage',
    selectUnionBy('mode', {
      direct: azureBlobStorageDirectParameters,
      aggregated: azureBlobStorageAggregParameters,
    }),
    actionOptions('action_azure_blob_storage:action_resource_opts', uploadBatches),
  ),
}

const snowflakeProxyConfig = struct('connector_snowflake:proxy_config', {
  host: required(text),
  port: required(integer(1, 65535)),
})

const snowflakeAggregation = struct('action_snowflake:aggregation', {
  container: requireUnless(usually(containerCsv), { type: 'csv' }),
  max_records: withDefault(positiveInteger, 1000000),
  time_interval: withDefault(duration, '1h', { minimum: '1s' }),
})

const actionSnowflakeSnowflakeProxyConfig = struct('action_snowflake:proxy_config', {
  host: required(text),
  port: required(integer(1, 65535)),
})

const snowflakeAggregParameters = struct('action_snowflake:aggreg_parameters', {
  database: required(text),
  aggregation: required(snowflakeAggregation),
  mode: required(literal('aggregated')),
  pipe: required(text),
  pipe_user: required(text),
  private_key: required(secret),
  schema: required(text),
  stage: required(text),
  connect_timeout: withDefault(duration, '15s'),
  max_retries: withDefault(nonNegativeInteger, 3),
  pipelining: withDefault(positiveInteger, 100),
  pool_size: withDefault(positiveInteger, 8),
  proxy: withDefault(union(actionSnowflakeSnowflakeProxyConfig, literal('none')), 'none'),
})

const snowflake: ConnectorType = {
  name: 'snowflake',
  connector: connectorForms('snowflake', 'connector_snowflake', connectorOptions('connector:resource_opts'), {
    server: required(address(addressRules.snowflake)),
    account: required(credentialTexts.snowflakeAccount),
    dsn: required(text),
    username: required(text),
    password: required(secret),
    auto_reconnect: alwaysReconnects,
    pool_size: withDefault(positiveInteger, 8),
    proxy: withDefault(union(snowflakeProxyConfig, literal('none')), 'none'),
    ssl: tlsSwitchedOff(tls),
  }),
  action: actionForms(
    'snowflake',
    'action_snowflake',
    usually(snowflakeAggregParameters),
    actionOptions('action_snowflake:action_resource_opts', uploadBatches),
  ),
}

export const objectStores: readonly ConnectorType[] = [s3, azureBlobStorage, snowflake]
