import { md5 } from '@noble/hashes/legacy.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { decryptAes, stripPadding } from './open-sealed.ts'
import { UnreadableFile } from './work-budget.ts'

/** The lengths of the keys by the OpenSSL names of the ciphers in `DEK-Info`. */
const keyLengths: Readonly<Record<string, number>> = {
  'AES-128-CBC': 16,
  'AES-192-CBC': 24,
  'AES-256-CBC': 32,
}

const dekInfo = /^DEK-Info: *([A-Z0-9-]{1,20}), *((?:[0-9A-F]{2}){8,16})$/i

/**
 * Decrypts a PEM body in the old format of OpenSSL (RFC 1421 §4.6.1.3): the key is derived from the passphrase and
 * the first eight bytes of the initialization vector. Returns undefined if this passphrase does not open it, and
 * throws an `UnreadableFile` for ciphers other than AES.
 */
export function openOldPem(
  headers: readonly string[],
  data: Uint8Array,
  passphrase: string,
): Uint8Array | undefined {
  const [, name = '', hex = ''] =
    headers.map((line) => dekInfo.exec(line)).find((found) => found !== null) ?? []
  const length = new Map(Object.entries(keyLengths)).get(name.toUpperCase())
  if (length === undefined) throw new UnreadableFile('unsupported')
  const start = hexToBytes(hex)
  const key = oldKey(utf8ToBytes(passphrase), start.subarray(0, 8), length)
  return stripPadding(decryptAes(key, start, data))
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
