import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { nonNegativeInteger } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, duration, secret, text } from '@brokerdeck/contract/description/scalars.ts'
import { field, listOf, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { tlsLogLevels, tlsVerifications, tlsVersions } from '@brokerdeck/contract/tls.ts'
import { brokerPath } from './broker-path.ts'

/** Checked, though the broker describes it as any text. */
const version = { ...oneOf(...tlsVersions), described: text.described }

/** What both sides of a connection have. */
export const tlsFields = {
  cacertfile: field(text),
  certfile: field(text),
  keyfile: field(text),
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

/** Of the side that listens; EMQX comes with certificates for it. */
export const tlsServerFields = {
  ...tlsFields,
  cacertfile: withDefault(text, brokerPath('EMQX_ETC_DIR', 'certs/cacert.pem')),
  certfile: withDefault(text, brokerPath('EMQX_ETC_DIR', 'certs/cert.pem')),
  keyfile: withDefault(text, brokerPath('EMQX_ETC_DIR', 'certs/key.pem')),
  dhfile: field(text),
  fail_if_no_peer_cert: withDefault(boolean, false),
  honor_cipher_order: withDefault(boolean, true),
  client_renegotiation: withDefault(boolean, true),
  handshake_timeout: withDefault(duration, '15s'),
}

/** Taken and kept, never described. */
export const hiddenTlsFields = ['cacerts', 'partial_chain', 'user_lookup_fun', 'verify_peer_ext_key_usage']
