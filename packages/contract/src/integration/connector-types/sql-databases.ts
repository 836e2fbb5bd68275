import { oneOf } from '../../description/choices.ts'
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
import { alwaysReconnects, sqlTemplate, template, tlsSwitchedOff, urlText } from './connector-parts.ts'
import { enterpriseTls as tls } from './connector-tls.ts'
import { connectorOptions, createUnbatchedOptions, usualActionOptions } from './resource-options.ts'

const mysqlParameters = struct('bridge_mysql:action_parameters', {
  sql: withDefault(
    sqlTemplate,
    'insert into t_mqtt_msg(msgid, topic, qos, payload, arrived) values (${id}, ${topic}, ${qos}, ${payload}, FROM_UNIXTIME(${timestamp}/1000))',
  ),
  undefined_vars_as_null: withDefault(boolean, false),
})

const mysql: ConnectorType = {
  name: 'mysql',
  connector: connectorForms(
    'mysql',
    'bridge_mysql',
    connectorOptions('bridge_mysql:connector_resource_opts'),
    {
      server: required(address(addressRules.mysql)),
      database: required(text),
      auto_reconnect: alwaysReconnects,
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      ssl: tlsSwitchedOff(tls),
      username: withDefault(text, 'root'),
    },
  ),
  action: actionForms('mysql', 'bridge_mysql', mysqlParameters, usualActionOptions),
}

const pgsqlParameters = struct('bridge_pgsql:action_parameters', {
  sql: withDefault(
    sqlTemplate,
    'insert into t_mqtt_msg(msgid, topic, qos, payload, arrived) values (${id}, ${topic}, ${qos}, ${payload}, TO_TIMESTAMP((${timestamp} :: bigint)/1000))',
  ),
})

const pgsql: ConnectorType = {
  name: 'pgsql',
  connector: connectorForms(
    'pgsql',
    'connector_postgres',
    connectorOptions('connector_postgres:resource_opts'),
    {
      server: required(address(addressRules.pgsql)),
      database: required(text),
      username: required(text),
      auto_reconnect: alwaysReconnects,
      disable_prepared_statements: withDefault(boolean, false),
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      ssl: tlsSwitchedOff(tls),
    },
  ),
  action: actionForms('pgsql', 'bridge_pgsql', pgsqlParameters, usualActionOptions, {
    answersAsWritten: true,
  }),
}

const timescale: ConnectorType = {
  name: 'timescale',
  connector: connectorForms(
    'timescale',
    'bridge_timescale',
    connectorOptions('connector_postgres:resource_opts'),
    {
      server: required(address(addressRules.timescale)),
      database: required(text),
      username: required(text),
      auto_reconnect: alwaysReconnects,
      disable_prepared_statements: withDefault(boolean, false),
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      ssl: tlsSwitchedOff(tls),
    },
  ),
  action: actionForms('timescale', 'bridge_timescale', pgsqlParameters, usualActionOptions, {
    answersAsWritten: true,
  }),
}

const matrix: ConnectorType = {
  name: 'matrix',
  connector: connectorForms('matrix', 'bridge_matrix', connectorOptions('connector_postgres:resource_opts'), {
    server: required(address(addressRules.matrix)),
    database: required(text),
    username: required(text),
    auto_reconnect: alwaysReconnects,
    disable_prepared_statements: withDefault(boolean, false),
    password: field(secret),
    pool_size: withDefault(positiveInteger, 8),
    ssl: tlsSwitchedOff(tls),
  }),
  action: actionForms('matrix', 'bridge_matrix', pgsqlParameters, usualActionOptions, {
    answersAsWritten: true,
  }),
}

const sqlserverParameters = struct('bridge_sqlserver:action_parameters', {
  sql: withDefault(
    sqlTemplate,
    'insert into t_mqtt_msg(msgid, topic, qos, payload) values ( ${id}, ${topic}, ${qos}, ${payload} )',
  ),
  undefined_vars_as_null: withDefault(boolean, false),
})

const sqlserver: ConnectorType = {
  name: 'sqlserver',
  connector: connectorForms(
    'sqlserver',
    'bridge_sqlserver',
    connectorOptions('bridge_sqlserver:connector_resource_opts'),
    {
      server: required(address(addressRules.sqlserver)),
      database: required(text),
      auto_reconnect: alwaysReconnects,
      driver: withDefault(text, 'ms-sql'),
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      username: withDefault(text, 'sa'),
    },
  ),
  action: actionForms('sqlserver', 'bridge_sqlserver', sqlserverParameters, usualActionOptions),
}

const oracleParameters = struct('bridge_oracle:action_parameters', {
  sql: withDefault(
    sqlTemplate,
    'insert into t_mqtt_msgs(msgid, topic, qos, payload) values (${id}, ${topic}, ${qos}, ${payload})',
  ),
})

const oracle: ConnectorType = {
  name: 'oracle',
  connector: connectorForms(
    'oracle',
    'bridge_oracle',
    connectorOptions('bridge_oracle:connector_resource_opts'),
    {
      server: required(address(addressRules.oracle)),
      username: required(text),
      auto_reconnect: alwaysReconnects,
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      role: withDefault(oneOf('normal', 'sysdba'), 'normal'),
      service_name: field(text),
      sid: field(text),
    },
  ),
  action: actionForms('oracle', 'bridge_oracle', oracleParameters, usualActionOptions),
}

const clickhouseParameters = struct('bridge_clickhouse:action_parameters', {
  batch_value_separator: withDefault(text, ', '),
  sql: withDefault(sqlTemplate, "INSERT INTO messages(data, arrived) VALUES ('${payload}', ${timestamp})"),
  undefined_vars_as_null: withDefault(boolean, false),
})

const clickhouse: ConnectorType = {
  name: 'clickhouse',
  connector: connectorForms(
    'clickhouse',
    'bridge_clickhouse',
    connectorOptions('bridge_clickhouse:connector_resource_opts'),
    {
      url: required(urlText),
      database: required(text),
      auto_reconnect: alwaysReconnects,
      connect_timeout: withDefault(duration, '15s'),
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      username: field(text),
    },
  ),
  action: actionForms('clickhouse', 'bridge_clickhouse', clickhouseParameters, usualActionOptions),
}

const cassaParameters = struct('bridge_cassa:action_parameters', {
  cql: withDefault(
    sqlTemplate,
    'insert into mqtt_msg(msgid, topic, qos, payload, arrived) values (${id}, ${topic},  ${qos}, ${payload}, ${timestamp})',
  ),
})

const cassandra: ConnectorType = {
  name: 'cassandra',
  connector: connectorForms(
    'cassandra',
    'bridge_cassa',
    connectorOptions('bridge_cassa:connector_resource_opts'),
    {
      servers: required(address(addressRules.cassandra)),
      keyspace: required(text),
      auto_reconnect: alwaysReconnects,
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      ssl: tlsSwitchedOff(tls),
      username: field(text),
    },
  ),
  action: actionForms('cassandra', 'bridge_cassa', cassaParameters, usualActionOptions),
}

const couchbaseParameters = struct('action_couchbase:parameters', {
  sql: required(template),
  max_retries: withDefault(nonNegativeInteger, 3),
})

const couchbase: ConnectorType = {
  name: 'couchbase',
  connector: connectorForms('couchbase', 'connector_couchbase', connectorOptions('connector:resource_opts'), {
    server: required(address(addressRules.couchbase)),
    username: required(text),
    connect_timeout: withDefault(duration, '15s'),
    password: field(secret),
    pipelining: withDefault(positiveInteger, 100),
    pool_size: withDefault(positiveInteger, 8),
    ssl: tlsSwitchedOff(tls),
  }),
  action: actionForms(
    'couchbase',
    'action_couchbase',
    couchbaseParameters,
    createUnbatchedOptions('action_couchbase:action_resource_opts'),
  ),
}

export const sqlDatabases: readonly ConnectorType[] = [
  mysql,
  pgsql,
  timescale,
  matrix,
  sqlserver,
  oracle,
  clickhouse,
  cassandra,
  couchbase,
]
