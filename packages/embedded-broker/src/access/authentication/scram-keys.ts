import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

export type ScramDigest = 'sha256' | 'sha512'

/** RFC 5802 §3: the values that a server stores in place of a password. */
export interface ScramKeys {
  readonly salt: Buffer
  readonly storedKey: Buffer
  readonly serverKey: Buffer
  readonly iterations: number
}

const derive = promisify(pbkdf2)

export const scramMac = (digest: ScramDigest, key: Buffer, text: string | Buffer): Buffer =>
  createHmac(digest, key).update(text).digest()

export const scramHash = (digest: ScramDigest, bytes: Buffer): Buffer =>
  createHash(digest).update(bytes).digest()

export async function scramKeys(
  digest: ScramDigest,
  password: string,
  iterations: number,
  salt: Buffer = randomBytes(16),
): Promise<ScramKeys> {
  const length = digest === 'sha256' ? 32 : 64
  // Unicode's NFKC covers the part of RFC 4013 that Unicode itself defines.
  const salted = await derive(password.normalize('NFKC'), salt, Math.max(iterations, 1), length, digest)
  const storedKey = scramHash(digest, scramMac(digest, salted, 'Client Key'))
  return { salt, storedKey, serverKey: scramMac(digest, salted, 'Server Key'), iterations }
}
