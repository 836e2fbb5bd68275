import type { AuthenticationFault } from '#domain/mqtt-link/link-state.ts'
import { base64FromBytes, bytesFromBase64 } from '#lib/payload.ts'
import { saslPrep } from './sasl-prep.ts'
import type { ScramMethod } from './scram-methods.ts'

/** The maximum number of iterations: more would take longer than any connect timeout, and cannot be stopped. */
const mostIterations = 10_000_000

/** The messages of RFC 5802 §7; extensions that a broker marks as mandatory (`m=`) are unknown to this client. */
const serverFirst = /^r=([\x21-\x2b\x2d-\x7e]+),s=([A-Za-z0-9+/]+={0,2}),i=([1-9]\d{0,15})(?:,.*)?$/s
const serverFinal = /^v=([A-Za-z0-9+/]+={0,2})(?:,.*)?$/s
const serverError = /^e=([^,]*)/
/** `n,,` in Base64: the client uses no channel binding, which browsers do not offer. */
const header = 'n,,'
const binding = 'c=biws'

interface ScramCredentials {
  readonly username: string
  readonly password: string
}

const newNonce = () => base64FromBytes(crypto.getRandomValues(new Uint8Array(18)))
const fault = (one: AuthenticationFault): AuthenticationAnswer => ({ kind: 'fault', fault: one })
const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const prepareText = (text: string) => saslPrep(text) ?? text
const escapeName = (name: string) => name.replaceAll('=', '=3D').replaceAll(',', '=2C')

/** Implements RFC 5802 with the hashes of RFC 7677; the broker's last message comes with its CONNACK. */
export class ScramAuthentication implements Authentication {
  readonly method: ScramMethod
  readonly first: Bytes
  readonly #bare: string
  readonly #nonce: string
  readonly #password: string
  /** The signature that the broker must send; undefined until the client has sent its proof. */
  #signature: string | undefined

  constructor(method: ScramMethod, { username, password }: ScramCredentials, nonce = newNonce()) {
    this.method = method
    this.#nonce = nonce
    this.#password = prepareText(password)
    this.#bare = `n=${escapeName(prepareText(username))},r=${nonce}`
    this.first = new TextEncoder().encode(`${header}${this.#bare}`)
  }

  get step(): AuthenticationStep {
    return this.#signature === undefined ? 'first' : 'proof'
  }

  async answer(asked: Uint8Array): Promise<AuthenticationAnswer> {
    const said = decodeText(asked)
    const [, word] = serverError.exec(said) ?? []
    if (word !== undefined) return fault({ kind: 'said', word })
    const [, nonce = '', encoded = '', count = ''] = serverFirst.exec(said) ?? []
    const salt = bytesFromBase64(encoded)
    if (this.#signature !== undefined || nonce === '' || salt === undefined) {
      return fault({ kind: 'unreadable' })
    }
    if (!nonce.startsWith(this.#nonce) || nonce === this.#nonce) return fault({ kind: 'nonce' })
    const asksFor = Number(count)
    if (asksFor > mostIterations) return fault({ kind: 'iterations', asked: asksFor, most: mostIterations })
    return await this.#prove(said, nonce, await scramSalted(this.method, this.#password, salt, asksFor))
  }

  findFault(last: Uint8Array | undefined): AuthenticationFault | undefined {
    if (last === undefined || this.#signature === undefined) return { kind: 'no-signature' }
    const said = decodeText(last)
    const [, word] = serverError.exec(said) ?? []
    if (word !== undefined) return { kind: 'said', word }
    const [, signature] = serverFinal.exec(said) ?? []
    if (signature === undefined) return { kind: 'unreadable' }
    return signature === this.#signature ? undefined : { kind: 'signature' }
  }

  async #prove(said: string, nonce: string, salted: Bytes): Promise<AuthenticationAnswer> {
    const { method } = this
    const clientKey = await scramMac(method, salted, 'Client Key')
    const withoutProof = `${binding},r=${nonce}`
    const message = `${this.#bare},${said},${withoutProof}`
    const signature = await scramMac(method, await scramHash(method, clientKey), message)
    const proof = clientKey.map((byte, at) => byte ^ (signature[at] ?? 0))
    const serverKey = await scramMac(method, salted, 'Server Key')
    this.#signature = base64FromBytes(await scramMac(method, serverKey, message))
    const data = new TextEncoder().encode(`${withoutProof},p=${base64FromBytes(proof)}`)
    return { kind: 'say', data }
  }
}

/** The progress of the authentication: the CONNECT was sent, or a response to the broker's challenge. */
type AuthenticationStep = 'first' | 'proof'

type AuthenticationAnswer =
  | { readonly kind: 'say'; readonly data: Bytes }
  | { readonly kind: 'fault'; readonly fault: AuthenticationFault }

/** The client's side of an enhanced authentication (MQTT 5 §4.12), for a single attempt to connect. */
export interface Authentication {
  readonly method: string
  /** The data sent with the CONNECT. */
  readonly first: Bytes | undefined
  readonly step: AuthenticationStep
  /** Responds to an AUTH of the broker. */
  answer(asked: Uint8Array): Promise<AuthenticationAnswer>
  /**
   * Checks the data of the CONNACK of a broker that has accepted the client; returns the reason not to trust the
   * broker.
   */
  findFault(last: Uint8Array | undefined): AuthenticationFault | undefined
}

const hashes = {
  'SCRAM-SHA-256': { name: 'SHA-256', bits: 256 },
  'SCRAM-SHA-512': { name: 'SHA-512', bits: 512 },
} as const satisfies Record<ScramMethod, object>

/** Implements `HMAC` and `H` of RFC 5802 §2.2. */
async function scramMac(method: ScramMethod, key: Bytes, text: string): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: hashes[method].name }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)))
}

async function scramHash(method: ScramMethod, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(hashes[method].name, bytes))
}

/** Implements `Hi` of RFC 5802 §2.2, which is PBKDF2. */
async function scramSalted(
  method: ScramMethod,
  password: string,
  salt: Bytes,
  iterations: number,
): Promise<Bytes> {
  const { name, bits } = hashes[method]
  const secret = new TextEncoder().encode(password)
  const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: name, salt, iterations }, key, bits),
  )
}

export type Bytes = Uint8Array<ArrayBuffer>
