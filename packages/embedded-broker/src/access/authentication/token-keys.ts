import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import { openHttp, toUrlPath } from '../../backends/http-resource.ts'
import type { ResourceServices } from '../../backends/resource-services.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import { type AskedSystem, nothingToClose } from './authenticator.ts'
import { curveName } from './token-signature.ts'

/** The keys that a token may be signed with. */
export interface TokenKeys {
  /** Returns the keys that are valid for a client of this node; throws while no keys are available. */
  find(node: string): readonly KeyObject[] | Promise<readonly KeyObject[]>
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

/** Providers publish a handful of keys; every token is verified with all of them. */
const mostKeys = 1_000

/** The maximum cost of trying all keys of a set, in units of one RSA 2048 verification: some tens of milliseconds. */
const mostCost = 1_000

/**
 * OpenSSL accepts no larger exponent for large keys; for other keys each verification would take as long as a
 * signature.
 */
const largestExponent = 2n ** 64n

const word = v.pipe(v.string(), v.maxLength(1_000))

/** Base64 of 16,384 bits, which is more than OpenSSL accepts as a modulus. */
const number = v.pipe(v.string(), v.maxLength(4_000))

/** The fields of a key that are read. As in EMQX, the key's name and its declared purpose are not considered. */
const keySchema = v.object({
  kty: word,
  crv: v.exactOptional(word),
  ...v.entriesFromList(['n', 'e', 'x', 'y', 'k'], v.exactOptional(number)),
})
type KeyDocument = v.InferOutput<typeof keySchema>

const keySetSchema = v.object({ keys: v.pipe(v.array(v.unknown()), v.maxLength(mostKeys)) })

export function openTokenKeys(document: unknown, services: ResourceServices): TokenKeys {
  const given = isPlainObject(document) ? document : {}
  if (given['use_jwks'] === true) return openFetchedKeys(document, services)
  return given['algorithm'] === 'public-key'
    ? toGivenKey(createPublicKey(v.parse(publicShape, document).public_key))
    : toGivenKey(secretIn(v.parse(hmacShape, document)))
}

const toGivenKey = (key: KeyObject): TokenKeys => ({ find: () => [key], close: nothingToClose })

function secretIn({ secret, secret_base64_encoded: isEncoded }: v.InferOutput<typeof hmacShape>): KeyObject {
  return createSecretKey(Buffer.from(secret, isEncoded ? 'base64' : 'utf8'))
}

/**
 * Fetches the keys when they are first needed, and then at intervals; the last keys stay valid until newer ones
 * arrive. Only the body of a response counts: EMQX checks neither its status nor its type.
 */
function openFetchedKeys(document: unknown, services: ResourceServices): TokenKeys {
  const { endpoint, headers, refresh_interval: refresh, ...more } = v.parse(jwksShape, document)
  const resource = openHttp({ url: endpoint, ...more }, services)
  let keys: readonly KeyObject[] | undefined
  let fetching: Promise<readonly KeyObject[]> | undefined

  async function fetchKeys(node: string): Promise<readonly KeyObject[]> {
    const asked = { method: 'GET', path: toUrlPath(endpoint), headers, body: undefined } as const
    keys = readKeySet((await resource.ask(asked, node)).body)
    return keys
  }

  const refreshKeys = (node: string): Promise<readonly KeyObject[]> => {
    fetching ??= fetchKeys(node).finally(() => {
      fetching = undefined
    })
    return fetching
  }

  const stop = services.clock.every(Math.max(refresh, 1) * 1000, () => {
    // Before the first client has connected, no keys need a refresh; after a failure the old keys are kept.
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
    find: (node) => keys ?? refreshKeys(node),
    async close() {
      stop()
      await resource.close()
    },
  }
}

/** Skips keys that cannot be read or that would take too long to try, because other keys of the set may be usable. */
function readKeySet(body: string): readonly KeyObject[] {
  const { keys } = v.parse(v.pipe(v.string(), v.parseJson(), keySetSchema), body)
  let cost = 0
  return keys.flatMap((document) => {
    const read = v.safeParse(keySchema, document)
    const key = read.success ? readKey(read.output) : undefined
    if (key === undefined || cost + costToTry(key) > mostCost) return []
    cost += costToTry(key)
    return [key]
  })
}

function readKey({ k, ...document }: KeyDocument): KeyObject | undefined {
  if (document.kty === 'oct')
    return k === undefined ? undefined : createSecretKey(Buffer.from(k, 'base64url'))
  try {
    const key = createPublicKey({ key: document, format: 'jwk' })
    return (key.asymmetricKeyDetails?.publicExponent ?? 0n) < largestExponent ? key : undefined
  } catch {
    // A number is missing, or the key has an unknown kind or curve.
    return undefined
  }
}

function costToTry(key: KeyObject): number {
  if (key.type === 'secret') return 4
  const { modulusLength } = key.asymmetricKeyDetails ?? {}
  if (modulusLength !== undefined) return Math.max(1, (modulusLength / 2048) ** 2)
  return curveName(key) === 'prime256v1' ? 4 : 16
}
