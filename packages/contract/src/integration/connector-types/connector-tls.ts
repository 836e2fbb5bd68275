import { literal, oneOf } from '../../description/choices.ts'
import { boolean, secret, text } from '../../description/scalars.ts'
import { type Fields, field, type Struct, struct, union, withDefault } from '../../description/schema.ts'
import { tlsClientSettings } from '../../tls.ts'
import { createDeprecatedField } from './connector-parts.ts'

const { cacertfile, certfile, keyfile } = tlsClientSettings.fields

const fields = {
  ...tlsClientSettings.fields,
  cacertfile: { ...cacertfile, schema: text },
  certfile: { ...certfile, schema: text },
  keyfile: { ...keyfile, schema: { ...secret, described: text.described } },
  password: field(secret, { described: { example: '' } }),
  cacerts: createDeprecatedField(boolean, { default: false }),
  server_name_indication: field(union(text, literal('disable')), { described: { example: 'disable' } }),
}

/** The fields that only Enterprise describes. */
const enterpriseFields = {
  ...fields,
  partial_chain: field(oneOf(true, false, 'two_cacerts_from_cacertfile', 'cacert_from_cacertfile')),
  verify_peer_ext_key_usage: field(text),
}

/** The TLS settings of a connector for connections to the other system. */
export const communityTls: Struct = struct('emqx:ssl_client_opts', fields, {
  hidden: ['partial_chain', 'user_lookup_fun', 'verify_peer_ext_key_usage'],
})

export const enterpriseTls: Struct = struct('emqx:ssl_client_opts', enterpriseFields, {
  hidden: ['user_lookup_fun'],
})

/** For Kafka, the server name is taken from the address of each broker. */
const kafkaFields: Fields = {
  ...enterpriseFields,
  server_name_indication: withDefault(union(text, literal('disable'), literal('auto')), 'auto', {
    example: 'auto',
  }),
}

export const kafkaTls: Struct = struct('bridge_kafka:ssl_client_opts', kafkaFields)

/** The TLS settings of Azure, where TLS is always enabled. */
export const azureTls: Struct = struct('bridge_azure_event_hub:ssl_client_opts', {
  ...kafkaFields,
  enable: withDefault(oneOf(true), true),
})

const { enable: _enable, verify: _verify, ...confluentFields } = kafkaFields

export const confluentTls: Struct = struct('confluent:ssl_client_opts', confluentFields, {
  hidden: ['enable', 'verify'],
})
