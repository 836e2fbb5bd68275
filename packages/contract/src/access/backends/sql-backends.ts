import { anyMap, boolean, lines, positiveInteger, secret, text } from '../../description/scalars.ts'
import { field, required, struct, withDefault } from '../../description/schema.ts'
import { server } from '../../description/server.ts'
import { tlsClientSettings } from '../../tls.ts'

const tail = { prepare_statement: field(anyMap), query: required(lines) }

export const mysqlFields = {
  server: required(server(3306)),
  database: required(text),
  pool_size: withDefault(positiveInteger, 8),
  username: withDefault(text, 'root'),
  password: field(secret),
  ssl: withDefault(tlsClientSettings, { enable: false }),
  ...tail,
}

export const postgresqlFields = {
  server: required(server(5432)),
  disable_prepared_statements: withDefault(boolean, false),
  database: required(text),
  pool_size: withDefault(positiveInteger, 8),
  username: required(text),
  password: field(secret),
  ssl: withDefault(tlsClientSettings, { enable: false }),
  ...tail,
}

/** Describe the form fields of SQL connections. */
export const mysqlBackend = struct('mysql:connection', mysqlFields)
export const postgresqlBackend = struct('postgresql:connection', postgresqlFields)
