import { createPublicKey } from 'node:crypto'
import type { JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from 'jose'
import * as v from 'valibot'
import { openHttp, pathOf } from '../../backends/http-resource.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { type AskedSystem, nothingToClose } from './authenticator.ts'

/** Verifies by the keys there are; throws the errors of the library. */
export type Verify = (token: string, options: JWTVerifyOptions, node: string) => Promise<JWTVerifyResult>

export interface JwtKeys {
  readonly verify: Verify
  readonly resource?: AskedSystem
  close(): Promise<void>
}

const hmacShape = v.object({ secret: v.string(), secret_base64_encoded: v.boolean() })
const publicShape = v.object({ public_key: v.string() })
const jwksShape = v.object({
  endpoint: v.string(),
  headers: v.record(v.string(), v.string()),
  refresh_interval: v.number(),
  pool_size: v.number(),
  ssl: v.unknown(),
})
const keySetSchema = v.looseObject({ keys: v.array(v.looseObject({ kty: v.string() })) })

const hmacAlgorithms = ['HS256', 'HS384', 'HS512']

export const hmacKeys = (document: unknown): JwtKeys => {
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
export const publicKeys = (document: unknown): JwtKeys => {
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
export const jwksKeys = (document: unknown, services: ResourceServices): JwtKeys => {
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
