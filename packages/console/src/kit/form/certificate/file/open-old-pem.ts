import { md5 } from '@noble/hashes/legacy.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { aes, oldDes, stripPadding } from './open-sealed.ts'
import { UnreadableFile } from './work-budget.ts'

/** The ciphers by their OpenSSL names in `DEK-Info`. */
const ciphers = {
  'AES-128-CBC': { length: 16, decrypt: aes },
  'AES-192-CBC': { length: 24, decrypt: aes },
  'AES-256-CBC': { length: 32, decrypt: aes },
  'DES-EDE3-CBC': { length: 24, decrypt: oldDes },
} as const

const dekInfo = /^DEK-Info: *([A-Z0-9-]{1,20}), *((?:[0-9A-F]{2}){8,16})$/i

/**
 * Decrypts a PEM body in the old format of OpenSSL (RFC 1421 §4.6.1.3): the key is derived from the passphrase and
 * the first eight bytes of the initialization vector. Returns undefined if this passphrase does not open it.
 */
export function openOldPem(
  headers: readonly string[],
  data: Uint8Array,
  passphrase: string,
): Uint8Array | undefined {
  const [, name = '', hex = ''] =
    headers.map((line) => dekInfo.exec(line)).find((found) => found !== null) ?? []
  const cipher = new Map(Object.entries(ciphers)).get(name.toUpperCase())
  if (cipher === undefined) throw new UnreadableFile('unsupported')
  const start = hexToBytes(hex)
  const key = oldKey(utf8ToBytes(passphrase), start.subarray(0, 8), cipher.length)
  return stripPadding(cipher.decrypt(key, start, data))
}

/** Implements `EVP_BytesToKey` of OpenSSL with MD5 and one round. */
function oldKey(passphrase: Uint8Array, salt: Uint8Array, length: number): Uint8Array {
  let made: Uint8Array = new Uint8Array()
  let digest: Uint8Array = new Uint8Array()
  while (made.length < length) {
    digest = md5(concatBytes(digest, passphrase, salt))
    made = concatBytes(made, digest)
  }
  return made.subarray(0, length)
}
