import { positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { duration, secret, text } from '@brokerdeck/contract/description/scalars.ts'
import type { Field } from '@brokerdeck/contract/description/schema.ts'
import { field, required, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'

export const ldapFields: Readonly<Record<string, Field>> = {
  query_timeout: withDefault(duration, '5s'),
  server: required(text),
  pool_size: withDefault(positiveInteger, 8),
  username: required(text),
  password: field(secret),
  base_dn: required(text),
  filter: withDefault(text, '(objectClass=mqttUser)'),
  request_timeout: withDefault(duration, '10s'),
  ssl: withDefault(tlsClientSettings, { enable: false }),
}
