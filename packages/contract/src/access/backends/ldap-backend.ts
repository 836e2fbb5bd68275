import { duration, positiveInteger, secret, text } from '../../description/scalars.ts'
import { field, required, struct, withDefault } from '../../description/schema.ts'
import { server } from '../../description/server.ts'
import { tlsClientSettings } from '../../tls.ts'

export const ldapFields = {
  query_timeout: withDefault(duration, '5s'),
  server: required(server(389)),
  pool_size: withDefault(positiveInteger, 8),
  username: required(text),
  password: field(secret),
  base_dn: required(text),
  filter: withDefault(text, '(objectClass=mqttUser)'),
  request_timeout: withDefault(duration, '10s'),
  ssl: withDefault(tlsClientSettings, { enable: false }),
}

/** Describes the form fields of an LDAP connection. */
export const ldapBackend = struct('ldap:connection', ldapFields)
