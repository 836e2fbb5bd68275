import * as v from 'valibot'
import { oneOf } from '../../description/choices.ts'
import {
  boolean,
  integer,
  lines,
  positiveInteger,
  scalar,
  secret,
  setWith,
  text,
  url,
} from '../../description/scalars.ts'
import { field, mapOf, required, type Schema, struct, withDefault } from '../../description/schema.ts'
import { tlsClientSettings } from '../../tls.ts'

/** The claims that may not be listed for verification: the broker checks the times in any case. */
const notToBeVerified = ['exp', 'iat', 'nbf', '']

const claims = scalar(
  'map()',
  (value) => {
    const isFine =
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.entries(value).every(
        ([name, expected]) => !notToBeVerified.includes(name) && typeof expected === 'string',
      )
    return isFine ? { value } : { reason: { expected: 'map()' } }
  },
  {
    tolerant: v.record(v.string(), v.unknown()),
    control: { kind: 'map' },
    described: { type: 'object' },
  },
)

const isJwks = <const B extends boolean>(value: B) =>
  scalar(
    String(value),
    (given) =>
      given === value || given === String(value) ? { value } : { reason: 'unable_to_convert_to_enum_symbol' },
    {
      tolerant: v.literal(value),
      control: { kind: 'select', options: [value] },
      described: { type: 'enum', symbols: [value] },
    },
  )

const common = {
  mechanism: required(oneOf('jwt')),
  acl_claim_name: withDefault(text, 'acl'),
  verify_claims: withDefault(claims, {}),
  disconnect_after_expire: withDefault(boolean, true),
  from: withDefault(oneOf('username', 'password'), 'password'),
  enable: withDefault(boolean, true),
}

const hmac = struct('authn:jwt_hmac', {
  use_jwks: field(isJwks(false)),
  algorithm: required(oneOf('hmac-based')),
  secret: required(secret),
  secret_base64_encoded: withDefault(boolean, false),
  ...common,
})

const publicKey = struct('authn:jwt_public_key', {
  use_jwks: field(isJwks(false)),
  algorithm: required(oneOf('public-key')),
  public_key: required(lines),
  ...common,
})

const jwks = struct('authn:jwt_jwks', {
  use_jwks: required(isJwks(true)),
  endpoint: required(url),
  headers: withDefault(mapOf('header', text), { Accept: 'application/json' }),
  pool_size: withDefault(positiveInteger, 8),
  refresh_interval: withDefault(setWith(integer(), { kind: 'number', min: 1 }), 300),
  ssl: withDefault(tlsClientSettings, { enable: false }),
  ...common,
})

export const jwtSchemas = [hmac, publicKey, jwks] as const
export const jwtKeys = { hmac, publicKey, jwks } as const

/** Describes the form fields that are the same for all kinds of keys, and the fields that select the kind. */
export const jwtToken = struct('jwt:token', {
  use_jwks: withDefault(setWith(boolean, { kind: 'select', options: [false, true] }), false),
  algorithm: required(oneOf('hmac-based', 'public-key')),
  ...common,
})

export function jwtSchemaFor(value: Readonly<Record<string, unknown>>): Schema {
  if (value['use_jwks'] === true || value['use_jwks'] === 'true') return jwks
  return value['algorithm'] === 'public-key' ? publicKey : hmac
}
