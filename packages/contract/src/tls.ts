import { oneOf } from './description/choices.ts'
import { boolean, duration, nonNegativeInteger, secret, setWith, text } from './description/scalars.ts'
import { field, listOf, struct, withDefault } from './description/schema.ts'

/** The versions in the spelling of the configuration, wherever the broker uses TLS. */
export const tlsVersions = ['tlsv1.3', 'tlsv1.2', 'tlsv1.1', 'tlsv1'] as const

export const tlsVerifications = ['verify_peer', 'verify_none'] as const

/** The levels from the least to the most verbose, then nothing and everything. */
export const tlsLogLevels = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
  'none',
  'all',
] as const

/** The version is checked, although the broker describes it as any text. */
const version = { ...oneOf(...tlsVersions), described: text.described }

const authorities = setWith(text, { kind: 'certificate', of: 'ca' })
const certificate = setWith(text, { kind: 'certificate', of: 'certificate' })
const key = setWith(text, { kind: 'certificate', of: 'key' })

/** The fields that both sides of a connection have. */
const tlsFields = {
  cacertfile: field(authorities),
  certfile: field(certificate),
  keyfile: field(key),
  verify: withDefault(oneOf(...tlsVerifications), 'verify_none'),
  reuse_sessions: withDefault(boolean, true),
  depth: withDefault(nonNegativeInteger, 10),
  password: field(secret),
  versions: withDefault(listOf(version), ['tlsv1.3', 'tlsv1.2']),
  ciphers: withDefault(listOf(text), []),
  secure_renegotiate: withDefault(boolean, true),
  log_level: withDefault(oneOf(...tlsLogLevels), 'notice'),
  hibernate_after: withDefault(duration, '5s'),
}

/** The fields of the listening side, for which EMQX includes certificates. */
export const tlsServerFields = {
  ...tlsFields,
  cacertfile: withDefault(authorities, `\${EMQX_ETC_DIR}/certs/cacert.pem`),
  certfile: withDefault(certificate, `\${EMQX_ETC_DIR}/certs/cert.pem`),
  keyfile: withDefault(key, `\${EMQX_ETC_DIR}/certs/key.pem`),
  dhfile: field(text),
  fail_if_no_peer_cert: withDefault(boolean, false),
  honor_cipher_order: withDefault(boolean, true),
  client_renegotiation: withDefault(boolean, true),
  handshake_timeout: withDefault(duration, '15s'),
}

/** The fields that are accepted and kept, but never described. */
export const hiddenTlsFields = ['cacerts', 'partial_chain', 'user_lookup_fun', 'verify_peer_ext_key_usage']

/** The TLS settings of connections that the broker opens to other systems. */
export const tlsClientSettings = struct('emqx:ssl_client_opts', {
  ...tlsFields,
  keyfile: field(setWith(secret, { kind: 'certificate', of: 'key' })),
  enable: withDefault(boolean, false),
  server_name_indication: field(text),
})
