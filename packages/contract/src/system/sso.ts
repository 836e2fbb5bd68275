import * as v from 'valibot'
import { type SsoBackend, ssoBackends } from '../console-server.ts'
import { literal, oneOf } from '../description/choices.ts'
import { boolean, duration, positiveInteger, secret, setWith, text, url } from '../description/scalars.ts'
import {
  field,
  listOf,
  optional,
  required,
  type Struct,
  struct,
  union,
  withDefault,
  withExample,
} from '../description/schema.ts'
import { tolerant, toWrittenSchema, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document, textSchema as textInput } from '../scalars.ts'
import { tlsClientSettings } from '../tls.ts'
import { loginAnswerSchema } from './login.ts'

const backend = v.picklist(ssoBackends)
const params = v.object({ backend })

/** `last_error` is '' if there is no error; only a running back end can be used to sign in. */
export const ssoStatusSchema = v.object({
  backend,
  enable: v.boolean(),
  running: v.boolean(),
  last_error: v.string(),
})
export type SsoStatus = v.InferOutput<typeof ssoStatusSchema>

const off = withDefault(boolean, false)

const ldap = struct('sso:ldap', {
  enable: off,
  backend: required(literal('ldap')),
  query_timeout: withDefault(duration, '5s'),
  server: required(setWith(text, { kind: 'host-port', defaultPort: 389 })),
  pool_size: withDefault(positiveInteger, 8),
  username: required(text),
  password: field(secret),
  base_dn: required(text),
  filter: withDefault(text, `(& (objectClass=person) (uid=\${username}))`),
  request_timeout: withDefault(duration, '10s'),
  ssl: withDefault(tlsClientSettings, { enable: false }),
})

const authMethods = [
  'private_key_jwt',
  'client_secret_jwt',
  'client_secret_post',
  'client_secret_basic',
  'none',
] as const

const oidc = struct('sso:oidc', {
  enable: off,
  backend: required(literal('oidc')),
  issuer: required(url),
  clientid: required(text),
  secret: required(secret),
  scopes: withDefault(listOf(text), ['openid']),
  name_var: withDefault(text, `\${sub}`),
  dashboard_addr: withExample(url, 'http://127.0.0.1:18083'),
  session_expiry: withDefault(setWith(duration, { kind: 'duration', bareUnit: 's' }), '30s'),
  require_pkce: off,
  preferred_auth_methods: withDefault(listOf(oneOf(...authMethods)), [
    'client_secret_post',
    'client_secret_basic',
    'none',
  ]),
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
  enable: off,
  backend: required(literal('saml')),
  dashboard_addr: withExample(url, 'https://127.0.0.1:18083'),
  idp_metadata_url: withExample(url, 'https://idp.example.com'),
  sp_sign_request: off,
  sp_public_key: withExample(setWith(text, { kind: 'certificate', of: 'certificate' }), 'Pub Key'),
  sp_private_key: optional(secret),
})

export const ssoBackendSettings = { ldap, oidc, saml } as const satisfies Record<SsoBackend, Struct>

/** The possible content of a request, whichever back end its path names. */
export const ssoRequestSettings = union(oidc, ldap, saml)

/**
 * Secrets are returned as six asterisks; sending them back keeps the stored secret. Durations are written as text and
 * returned as integers: in milliseconds, but in seconds for `session_expiry`.
 */
export const ssoSettingsSchema = tolerant(ssoRequestSettings)
export type SsoSettings = ValueOf<typeof ssoRequestSettings>

export const sso = {
  list: endpoint({
    method: 'GET',
    path: '/sso',
    response: { 200: rows(ssoStatusSchema) },
    errors: [],
    access: 'token',
  }),
  running: endpoint({
    method: 'GET',
    path: '/sso/running',
    response: { 200: rows(v.string()) },
    errors: [],
    access: 'public',
  }),
  get: endpoint({
    method: 'GET',
    path: '/sso/:backend',
    params,
    response: { 200: ssoSettingsSchema },
    errors: ['BACKEND_NOT_FOUND'],
    access: 'token',
  }),
  /** Settings that fail to connect are rejected with 400, but stored nevertheless. */
  put: endpoint({
    method: 'PUT',
    path: '/sso/:backend',
    refreshes: ['/sso', '/sso/:backend'],
    params,
    body: document(toWrittenSchema(ssoRequestSettings)),
    response: { 200: ssoSettingsSchema },
    errors: ['BACKEND_NOT_FOUND'],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/sso/:backend',
    refreshes: ['/sso'],
    params,
    response: { 204: null },
    errors: ['BACKEND_NOT_FOUND'],
    access: 'token',
  }),
  /**
   * LDAP responds like a login; other back ends redirect the browser to their provider, so a page must submit a form.
   */
  login: endpoint({
    method: 'POST',
    path: '/sso/login/:backend',
    refreshes: [],
    params,
    body: v.object({ backend, username: v.optional(textInput), password: v.optional(textInput) }),
    sends: 'json-or-form',
    response: { 200: v.object({ ...loginAnswerSchema.entries, username: v.string() }) },
    errors: ['BACKEND_NOT_FOUND', 'BAD_USERNAME_OR_PWD'],
    access: 'public',
  }),
  /**
   * The address to which a provider redirects the browser; it redirects to the console, with `login_meta` in the
   * address.
   */
  callback: endpoint({
    method: 'GET',
    path: '/sso/oidc/callback',
    query: v.object({ state: v.optional(textInput), code: v.optional(textInput) }),
    response: {},
    errors: ['BACKEND_NOT_FOUND', 'BAD_USERNAME_OR_PWD', 'BAD_REQUEST'],
    access: 'public',
  }),
} as const
