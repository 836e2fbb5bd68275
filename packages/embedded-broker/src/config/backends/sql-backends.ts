import { positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { anyMap, boolean, secret, text } from '@brokerdeck/contract/description/scalars.ts'
import type { Field } from '@brokerdeck/contract/description/schema.ts'
import { field, required, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'

type Fields = Readonly<Record<string, Field>>

const tail = { prepare_statement: field(anyMap), query: required(text) }

export const mysqlFields: Fields = {
  server: required(text),
  database: required(text),
  pool_size: withDefault(positiveInteger, 8),
  username: withDefault(text, 'root'),
  password: field(secret),
  ssl: withDefault(tlsClientSettings, { enable: false }),
  ...tail,
}

export const postgresqlFields: Fields = {
  server: required(text),
  disable_prepared_statements: withDefault(boolean, false),
  database: required(text),
  pool_size: withDefault(positiveInteger, 8),
  username: required(text),
  password: field(secret),
  ssl: withDefault(tlsClientSettings, { enable: false }),
  ...tail,
}
