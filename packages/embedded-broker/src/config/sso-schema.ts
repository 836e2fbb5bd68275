import { literal, oneOf } from '@brokerdeck/contract/description/choices.ts'
import { positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, duration, secret, text } from '@brokerdeck/contract/description/scalars.ts'
import type { Struct } from '@brokerdeck/contract/description/schema.ts'
import {
  field,
  listOf,
  optional,
  required,
  struct,
  union,
  withDefault,
} from '@brokerdeck/contract/description/structures.ts'
import type { SsoBackend } from '@brokerdeck/contract/system/sso-backends.ts'
import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'

const ldap = struct('sso:ldap', {
  enable: withDefault(boolean, false),
  backend: required(literal('ldap')),
  query_timeout: withDefault(duration, '5s'),
  server: required(text),
  pool_size: withDefault(positiveInteger, 8),
  username: required(text),
  password: field(secret),
  base_dn: required(text),
  filter: withDefault(text, `(& (objectClass=person) (uid=\${username}))`),
  request_timeout: withDefault(duration, '10s'),
  ssl: withDefault(tlsClientSettings, { enable: false }),
})

const oidc = struct('sso:oidc', {
  enable: withDefault(boolean, false),
  backend: required(literal('oidc')),
  issuer: required(text),
  clientid: required(text),
  secret: required(secret),
  scopes: withDefault(listOf(text), ['openid']),
  name_var: withDefault(text, `\${sub}`),
  dashboard_addr: withDefault(text, 'http://127.0.0.1:18083'),
  session_expiry: withDefault(duration, '30s'),
  require_pkce: withDefault(boolean, false),
  preferred_auth_methods: withDefault(
    listOf(
      oneOf('private_key_jwt', 'client_secret_jwt', 'client_secret_post', 'client_secret_basic', 'none'),
    ),
    ['client_secret_post', 'client_secret_basic', 'none'],
  ),
  provider: withDefault(oneOf('okta', 'generic'), 'generic'),
  fallback_methods: withDefault(listOf(text), ['RS256']),
  client_jwks: withDefault(
    union(
      literal('none'),
      struct('sso:client_file_jwks', { type: required(literal('file')), file: required(secret) }),
    ),
    'none',
  ),
  ssl: withDefault(tlsClientSettings, { enable: false }),
})

const saml = struct('dashboard:saml', {
  enable: withDefault(boolean, false),
  backend: required(literal('saml')),
  dashboard_addr: withDefault(text, 'https://127.0.0.1:18083'),
  idp_metadata_url: withDefault(text, 'https://idp.example.com'),
  sp_sign_request: withDefault(boolean, false),
  sp_public_key: withDefault(text, 'Pub Key'),
  sp_private_key: optional(secret),
})

export const ssoSchemas: Readonly<Record<SsoBackend, Struct>> = { ldap, oidc, saml }

/** What a request may hold, whichever backend its path names. */
export const ssoSchema = union(oidc, ldap, saml)
