import { createPublicKey } from 'node:crypto'
import { parseTemplate, renderTemplate } from '@brokerdeck/contract/access/rules/template.ts'
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from 'jose'
import * as v from 'valibot'
import { openHttp, pathOf } from '../../backends/http-resource.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import type { Credentials } from '../../mqtt/access.ts'
import {
  type AskedSystem,
  type Authenticator,
  badCredentials,
  nothingToClose,
  type Step,
} from './authenticator.ts'
import { isCredential, valuesOf } from './credential-value.ts'
import { ownRights } from './own-rights.ts'

const hmacShape = v.object({ secret: v.string(), secret_base64_encoded: v.boolean() })

const publicShape = v.object({ public_key: v.string() })

const jwksShape = v.object({
  endpoint: v.string(),
  headers: v.record(v.string(), v.string()),
  refresh_interval: v.number(),
  pool_size: v.number(),
  ssl: v.unknown(),
})

/** Providers have a handful; every token is compared with all of them. */
const mostKeys = 1_000

const word = v.pipe(v.string(), v.maxLength(1_000))

/** Base64 of 16,384 bits, more than OpenSSL takes of a modulus, or of a key of ML-DSA. */
const number = v.pipe(v.string(), v.maxLength(4_000))

/** What the library reads of a public key, and no more: it looks for doubles in `key_ops` by comparing each with all. */
const keySchema = v.object({
  kty: word,
  ...v.entriesFromList(['kid', 'alg', 'use', 'crv'], v.exactOptional(word)),
  ...v.entriesFromList(['n', 'e', 'x', 'y', 'pub'], v.exactOptional(number)),
  key_ops: v.exactOptional(v.pipe(v.array(word), v.maxLength(20))),
  ext: v.exactOptional(v.boolean()),
})

/** Keys that cannot be read are skipped: there may be others beside them. */
const keySetSchema = v.object({
  keys: v.pipe(
    v.array(v.unknown()),
    v.maxLength(mostKeys),
    v.transform((keys) => keys.flatMap((key) => (v.is(keySchema, key) ? [v.parse(keySchema, key)] : []))),
  ),
})

const hmacAlgorithms = ['HS256', 'HS384', 'HS512']

const hmacKeys = (document: unknown): JwtKeys => {
  const { secret, secret_base64_encoded: isEncoded } = v.parse(hmacShape, document)
  const key = Buffer.from(secret, isEncoded ? 'base64' : 'utf8')
  return {
    async verify(token, options) {
      const { jwtVerify } = await import('jose')
      return await jwtVerify(token, key, { ...options, algorithms: hmacAlgorithms })
    },
    close: nothingToClose,
  }
}

/** A key that verifies signatures is no secret of HMAC: the algorithms are those of the kind of key. */
const publicKeys = (document: unknown): JwtKeys => {
  const key = createPublicKey(v.parse(publicShape, document).public_key)
  return {
    async verify(token, options) {
      const { jwtVerify } = await import('jose')
      return await jwtVerify(token, key, options)
    },
    close: nothingToClose,
  }
}

/** Fetched when first needed and then again and again; the last ones serve while there are no newer. */
const jwksKeys = (document: unknown, services: ResourceServices): JwtKeys => {
  const { endpoint, headers, refresh_interval: refresh, ...more } = v.parse(jwksShape, document)
  const resource = openHttp({ url: endpoint, ...more }, services)
  let keys: JWTVerifyGetKey | undefined
  let fetching: Promise<void> | undefined

  async function fetchKeys(node: string): Promise<void> {
    const { createLocalJWKSet } = await import('jose')
    const asked = { method: 'GET', path: pathOf(endpoint), headers, body: undefined } as const
    const { status, body } = await resource.ask(asked, node)
    if (status !== 200) throw new Error(`${endpoint} answers ${status}`)
    keys = createLocalJWKSet(v.parse(v.pipe(v.string(), v.parseJson(), keySetSchema), body))
  }

  const refreshKeys = (node: string): Promise<void> => {
    fetching ??= fetchKeys(node).finally(() => {
      fetching = undefined
    })
    return fetching
  }

  const stop = services.clock.every(Math.max(refresh, 1) * 1000, () => {
    // Until a client has come there is nothing to keep fresh; a failure leaves the old ones.
    if (keys !== undefined) refreshKeys('').catch(() => undefined)
  })

  return {
    resource: {
      get status() {
        return resource.status
      },
      get error() {
        return resource.error
      },
      started: resource.started,
    },
    async verify(token, options, node) {
      if (keys === undefined) await refreshKeys(node)
      const { jwtVerify } = await import('jose')
      if (keys === undefined) throw new Error('no keys')
      return await jwtVerify(token, keys, options)
    },
    async close() {
      stop()
      await resource.close()
    },
  }
}

const shape = v.object({
  from: v.picklist(['username', 'password']),
  verify_claims: v.record(v.string(), v.string()),
  acl_claim_name: v.string(),
  disconnect_after_expire: v.boolean(),
})

function keysOf(document: unknown, services: ResourceServices): JwtKeys {
  const given = isPlainObject(document) ? document : {}
  if (given['use_jwks'] === true) return jwksKeys(document, services)
  return given['algorithm'] === 'public-key' ? publicKeys(document) : hmacKeys(document)
}

/** A text that is no token, or not signed by who should, may be meant for the next in the chain. */
export function jwtAuthenticator(document: unknown, services: ResourceServices): Authenticator {
  const { from, verify_claims, acl_claim_name: aclName, ...settings } = v.parse(shape, document)
  const keys = keysOf(document, services)
  const claims = Object.entries(verify_claims).map(
    ([name, expected]) => [name, parseTemplate(expected, isCredential)] as const,
  )
  const { now } = services.clock

  function areAsExpected(payload: JWTPayload, credentials: Credentials): boolean {
    if (payload.iat !== undefined && payload.iat * 1000 > now()) return false
    return claims.every(([name, expected]) => {
      const said = payload[name]
      return said !== undefined && String(said) === renderTemplate(expected, valuesOf(credentials))
    })
  }

  return {
    ...(keys.resource === undefined ? {} : { resource: keys.resource }),
    async authenticate(credentials): Promise<Step> {
      const { errors } = await import('jose')
      const token = from === 'username' ? credentials.username : credentials.password?.toString('utf8')
      if (credentials.method !== undefined || token === undefined) return 'ignore'
      try {
        const { payload } = await keys.verify(token, { currentDate: new Date(now()) }, credentials.node)
        if (!areAsExpected(payload, credentials)) return badCredentials
        const rulesExpireAt = payload.exp === undefined ? undefined : payload.exp * 1000
        return {
          kind: 'allow',
          ...ownRights(payload, aclName),
          ...(rulesExpireAt === undefined ? {} : { rulesExpireAt }),
          ...(rulesExpireAt !== undefined && settings.disconnect_after_expire
            ? { expiresAt: rulesExpireAt }
            : {}),
        }
      } catch (error) {
        if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed) {
          return badCredentials
        }
        if (error instanceof errors.JOSEError) return 'ignore'
        throw error
      }
    },
    close: () => keys.close(),
  }
}

/** Verifies by the keys there are; throws the errors of the library. */
type Verify = (token: string, options: JWTVerifyOptions, node: string) => Promise<JWTVerifyResult>

interface JwtKeys {
  readonly verify: Verify
  readonly resource?: AskedSystem
  close(): Promise<void>
}
