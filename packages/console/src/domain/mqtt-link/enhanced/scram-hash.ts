export const scramMethods = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const
export type ScramMethod = (typeof scramMethods)[number]

export type Bytes = Uint8Array<ArrayBuffer>

const hashes = {
  'SCRAM-SHA-256': { name: 'SHA-256', bits: 256 },
  'SCRAM-SHA-512': { name: 'SHA-512', bits: 512 },
} as const satisfies Record<ScramMethod, object>

/** Browsers have it only on pages that came over HTTPS, or from their own machine. */
export const canHash = (): boolean => crypto.subtle !== undefined

/** `HMAC` and `H` of RFC 5802 §2.2. */
export async function scramMac(method: ScramMethod, key: Bytes, text: string): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: hashes[method].name }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)))
}

export async function scramHash(method: ScramMethod, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(hashes[method].name, bytes))
}

/** `Hi` of RFC 5802 §2.2, which is PBKDF2. */
export async function scramSalted(
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
