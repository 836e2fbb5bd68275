import { constants, createHmac, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import * as v from 'valibot'

/** A JSON Web Signature in its compact form (RFC 7515 §7.1). */
export interface SignedToken {
  readonly algorithm: string
  /** The header and the payload as they are written; the signature covers these bytes. */
  readonly signed: Buffer
  readonly signature: Buffer
  readonly payload: Buffer
}

const form = /^([\w-]+)\.([\w-]*)\.([\w-]*)$/

/** A critical header parameter that this code does not understand makes a token unreadable (RFC 7515 §4.1.11). */
const headerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ alg: v.string(), crit: v.exactOptional(v.never()) }),
)

/** Returns undefined for a text that is not a token. */
export function parseToken(text: string): SignedToken | undefined {
  const [, header = '', payload = '', signature = ''] = form.exec(text) ?? []
  const read = v.safeParse(headerSchema, Buffer.from(header, 'base64url').toString('utf8'))
  if (!read.success) return undefined
  return {
    algorithm: read.output.alg,
    signed: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
    payload: Buffer.from(payload, 'base64url'),
  }
}

interface SigningMethod {
  readonly hash: string | undefined
  fits(key: KeyObject): boolean
  readonly options: { readonly padding?: number; readonly saltLength?: number }
}

const hashes = ['256', '384', '512'].map((bits) => [bits, `sha${bits}`] as const)
const curves: Readonly<Record<string, string>> = { 256: 'prime256v1', 384: 'secp384r1', 512: 'secp521r1' }
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

/**
 * The algorithms of RFC 7518 §3.1 and RFC 8037. Each accepts keys of its own kind only: a public key is never used as
 * an HMAC secret.
 */
const methods: ReadonlyMap<string, SigningMethod> = new Map<string, SigningMethod>([
  ...hashes.flatMap(([bits, hash]): [string, SigningMethod][] => [
    [`HS${bits}`, { hash, fits: ({ type }) => type === 'secret', options: {} }],
    [`RS${bits}`, { hash, fits: ({ asymmetricKeyType: kind }) => kind === 'rsa', options: {} }],
    [`PS${bits}`, { hash, fits: ({ asymmetricKeyType: kind }) => kind === 'rsa', options: pss }],
    [`ES${bits}`, { hash, fits: (key) => curveName(key) === curves[bits], options: {} }],
  ]),
  [
    'EdDSA',
    {
      hash: undefined,
      fits: ({ asymmetricKeyType: kind }) => kind === 'ed25519' || kind === 'ed448',
      options: {},
    },
  ],
])

export const curveName = ({ asymmetricKeyDetails: details }: KeyObject): string | undefined =>
  details?.namedCurve

/** Returns true if one of the keys has signed the token: all keys are tried, whatever key id the token names. */
export async function isSignedByOne(token: SignedToken, keys: readonly KeyObject[]): Promise<boolean> {
  const method = methods.get(token.algorithm)
  if (method === undefined) return false
  for (const key of keys) {
    if (method.fits(key) && (await isSignedBy(token, key, method))) return true
  }
  return false
}

function isSignedBy({ signed, signature }: SignedToken, key: KeyObject, method: SigningMethod) {
  const { hash, options } = method
  if (key.type === 'secret') {
    const expected = createHmac(hash ?? '', key)
      .update(signed)
      .digest()
    return expected.length === signature.length && timingSafeEqual(expected, signature)
  }
  // Verifies with a callback, outside of this thread, because a set may have many keys.
  return new Promise<boolean>((resolve) => {
    verify(hash, signed, { key, dsaEncoding: 'ieee-p1363', ...options }, signature, (error, isValid) =>
      resolve(error === null && isValid),
    )
  })
}
