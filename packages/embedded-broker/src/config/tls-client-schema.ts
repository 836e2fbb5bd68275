import { boolean, secret, text } from '@brokerdeck/contract/description/scalars.ts'
import { field, struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { tlsFields } from './tls-fields.ts'

/** TLS of connections that the broker opens to others. */
export const tlsClientSchema = struct('emqx:ssl_client_opts', {
  ...tlsFields,
  keyfile: field(secret),
  enable: withDefault(boolean, false),
  server_name_indication: field(text),
})
