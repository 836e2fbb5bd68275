import { literal, oneOf } from '../../description/choices.ts'
import {
  anyMap,
  boolean,
  decimal,
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
import { actionForms, type ConnectorType, connectorForms, oneOfForms } from './connector-forms.ts'
import {
  alwaysReconnects,
  rawText,
  requireUnless,
  selectUnionBy,
  sqlTemplate,
  template,
  templateMap,
  tlsSwitchedOff,
  unshownText,
  urlText,
  usually,
} from './connector-parts.ts'
import { enterpriseTls as tls } from './connector-tls.ts'
import { actionOptions, connectorOptions, usualActionOptions } from './resource-options.ts'

const influxdbApiV2 = struct('connector_influxdb:connector_influxdb_api_v2', {
  bucket: required(text),
  influxdb_type: requireUnless(literal('influxdb_api_v2'), 'influxdb_api_v2'),
  org: required(text),
  token: required(secret),
})

const influxdbApiV1 = struct('connector_influxdb:connector_influxdb_api_v1', {
  database: required(text),
  influxdb_type: requireUnless(literal('influxdb_api_v1'), 'influxdb_api_v1'),
  password: field(secret),
  username: field(text),
})

const influxdbParameters = struct('bridge_influxdb:action_parameters', {
  write_syntax: required(sqlTemplate),
  precision: withDefault(oneOf('ns', 'us', 'ms', 's'), 'ms'),
})

const influxdb: ConnectorType = {
  name: 'influxdb',
  connector: connectorForms(
    'influxdb',
    'bridge_influxdb',
    connectorOptions('bridge_influxdb:connector_resource_opts'),
    {
      parameters: required(
        selectUnionBy('influxdb_type', { influxdb_api_v2: influxdbApiV2, influxdb_api_v1: influxdbApiV1 }),
      ),
      pool_size: withDefault(integer(), 8),
      server: withDefault(address(addressRules.influxdb), '127.0.0.1:8086'),
      ssl: tlsSwitchedOff(tls),
    },
  ),
  action: actionForms('influxdb', 'bridge_influxdb', influxdbParameters, usualActionOptions),
}

const datalayersInfluxdbV1Parameters = struct('connector_datalayers:datalayers_influxdb_v1_parameters', {
  database: required(text),
  driver_type: withDefault(literal('influxdb_v1'), 'influxdb_v1'),
  password: field(secret),
  username: field(text),
})

const datalayersParameters = struct('bridge_datalayers:action_parameters', {
  write_syntax: required(sqlTemplate),
  precision: withDefault(oneOf('ns', 'us', 'ms', 's'), 'ms'),
})

const datalayers: ConnectorType = {
  name: 'datalayers',
  connector: connectorForms(
    'datalayers',
    'bridge_datalayers',
    connectorOptions('bridge_datalayers:connector_resource_opts'),
    {
      parameters: required(usually(datalayersInfluxdbV1Parameters)),
      pool_size: withDefault(integer(), 8),
      server: withDefault(address(addressRules.datalayers), '127.0.0.1:8361'),
      ssl: tlsSwitchedOff(tls),
    },
  ),
  action: actionForms('datalayers', 'bridge_datalayers', datalayersParameters, usualActionOptions),
}

const greptimedbParameters = struct('bridge_greptimedb:action_parameters', {
  write_syntax: required(sqlTemplate),
  precision: withDefault(oneOf('ns', 'us', 'ms', 's'), 'ms'),
})

const greptimedb: ConnectorType = {
  name: 'greptimedb',
  connector: connectorForms(
    'greptimedb',
    'bridge_greptimedb',
    connectorOptions('bridge_greptimedb:connector_resource_opts'),
    {
      dbname: required(text),
      password: field(secret),
      server: withDefault(address(addressRules.greptimedb), '127.0.0.1:4001'),
      ssl: tlsSwitchedOff(tls),
      username: field(text),
    },
  ),
  action: actionForms('greptimedb', 'bridge_greptimedb', greptimedbParameters, usualActionOptions),
}

const tdengineParameters = struct('bridge_tdengine:action_parameters', {
  database: required(text),
  sql: withDefault(
    sqlTemplate,
    "insert into t_mqtt_msg(ts, msgid, mqtt_topic, qos, payload, arrived) values (${ts}, '${id}', '${topic}', ${qos}, '${payload}', ${timestamp})",
  ),
  undefined_vars_as_null: withDefault(boolean, false),
})

const tdengine: ConnectorType = {
  name: 'tdengine',
  connector: connectorForms(
    'tdengine',
    'tdengine_connector',
    connectorOptions('tdengine_connector:connector_resource_opts'),
    {
      server: required(address(addressRules.tdengine)),
      auto_reconnect: alwaysReconnects,
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      token: field(unshownText),
      username: withDefault(text, 'root'),
    },
    { suffix: '', answers: 'status' },
  ),
  action: actionForms('tdengine', 'bridge_tdengine', tdengineParameters, usualActionOptions),
}

const actionParametersData = struct('bridge_opents:action_parameters_data', {
  metric: required(template),
  tags: required(union(template, anyMap)),
  value: required(union(template, decimal, integer())),
  timestamp: field(template),
})

const opentsParameters = struct('bridge_opents:action_parameters', {
  data: withDefault(listOf(actionParametersData), []),
})

const opents: ConnectorType = {
  name: 'opents',
  connector: connectorForms(
    'opents',
    'opents_connector',
    connectorOptions('opents_connector:connector_resource_opts'),
    {
      server: required(text),
      details: withDefault(boolean, false),
      pool_size: withDefault(positiveInteger, 8),
      summary: withDefault(boolean, true),
    },
    { suffix: '', answers: 'status' },
  ),
  action: actionForms('opents', 'bridge_opents', opentsParameters, usualActionOptions),
}

const iotdbAuthentication = struct('iotdb:authentication', {
  username: required(text),
  password: required(secret),
})

const iotdbActionParametersData = struct('bridge_iotdb:action_parameters_data', {
  data_type: required(oneOf('text', 'boolean', 'int32', 'int64', 'float', 'double')),
  measurement: required(template),
  value: required(template),
  timestamp: withDefault(union(template, oneOf('now', 'now_ms', 'now_ns', 'now_us')), 'now'),
})

const iotdbParameters = struct('bridge_iotdb:action_parameters', {
  data: required(listOf(iotdbActionParametersData)),
  device_id: field(template),
  is_aligned: withDefault(boolean, false),
  max_retries: withDefault(nonNegativeInteger, 2),
})

const iotdb: ConnectorType = {
  name: 'iotdb',
  connector: oneOfForms('driver', {
    thrift: connectorForms(
      'iotdb',
      'iotdb',
      connectorOptions('iotdb:connector_resource_opts'),
      {
        server: required(address(addressRules.iotdb)),
        username: required(text),
        password: required(secret),
        connect_timeout: withDefault(duration, '10s'),
        driver: withDefault(literal('thrift'), 'restapi'),
        pool_size: withDefault(positiveInteger, 8),
        protocol_version: withDefault(oneOf('protocol_v1', 'protocol_v2', 'protocol_v3'), 'protocol_v3'),
        recv_timeout: withDefault(duration, '10s'),
        ssl: tlsSwitchedOff(tls),
        zoneId: withDefault(text, 'Asia/Shanghai'),
      },
      { suffix: '_thrift', answers: 'status' },
    ),
    restapi: connectorForms(
      'iotdb',
      'iotdb',
      connectorOptions('bridge_http:connector_resource_opts'),
      {
        base_url: required(urlText),
        authentication: withDefault(usually(iotdbAuthentication), 'auth_basic'),
        connect_timeout: withDefault(duration, '15s'),
        driver: withDefault(literal('restapi'), 'restapi'),
        enable_pipelining: withDefault(positiveInteger, 100),
        iotdb_version: withDefault(oneOf('v1.3.x', 'v1.1.x', 'v1.0.x', 'v0.13.x'), 'v1.3.x'),
        pool_size: withDefault(positiveInteger, 8),
        pool_type: withDefault(oneOf('random', 'hash'), 'random'),
        ssl: tlsSwitchedOff(tls),
      },
      { suffix: '_restapi', answers: 'status' },
    ),
  }),
  action: actionForms(
    'iotdb',
    'bridge_iotdb',
    iotdbParameters,
    actionOptions('bridge_iotdb:action_resource_opts'),
  ),
}

const tablestoreFields = struct('bridge_tablestore:tablestore_fields', {
  column: required(template),
  value: required(union(rawText, decimal, boolean), { is_template: true }),
  isbinary: field(union(rawText, boolean), { described: { is_template: true } }),
  isint: field(union(rawText, boolean), { described: { is_template: true } }),
})

const tablestoreParameters = struct('bridge_tablestore:action_parameters', {
  fields: required(listOf(tablestoreFields)),
  measurement: required(template),
  table_name: required(template),
  data_source: field(template),
  meta_update_model: withDefault(oneOf('MUM_IGNORE', 'MUM_NORMAL'), 'MUM_NORMAL'),
  storage_model_type: withDefault(literal('timeseries'), 'timeseries'),
  tags: withDefault(templateMap, {}),
  timestamp: field(union(rawText, integer()), { described: { is_template: true } }),
})

const tablestore: ConnectorType = {
  name: 'tablestore',
  connector: connectorForms(
    'tablestore',
    'bridge_tablestore',
    connectorOptions('bridge_tablestore:connector_resource_opts'),
    {
      endpoint: required(text),
      instance_name: required(text),
      access_key_id: required(secret),
      access_key_secret: required(secret),
      pool_size: withDefault(integer(), 8),
      ssl: tlsSwitchedOff(tls),
      storage_model_type: withDefault(literal('timeseries'), 'timeseries'),
    },
  ),
  action: actionForms('tablestore', 'bridge_tablestore', tablestoreParameters, usualActionOptions),
}

export const timeSeries: readonly ConnectorType[] = [
  influxdb,
  datalayers,
  greptimedb,
  tdengine,
  opents,
  iotdb,
  tablestore,
]
