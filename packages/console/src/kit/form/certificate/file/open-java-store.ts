import { sha1 } from '@noble/hashes/legacy.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { type ReadDer, readOid } from '#kit/form/certificate/der.ts'
import { utf16 } from './derive-key.ts'
import { getDerContent } from './open-sealed.ts'
import type { StoreContents, StoredKey } from './store-contents.ts'
import { UnreadableFile } from './work-budget.ts'

const MAGIC = 0xfeed_feed
const HASH = 20
const whitener = 'Mighty Aphrodite'
const javaSeal = '1.3.6.1.4.1.42.2.17.1.1'

export function isJavaStore(bytes: Uint8Array): boolean {
  return bytes.length > 12 + HASH && toDataView(bytes).getUint32(0) === MAGIC
}

export interface JavaOpening {
  readonly password: string | undefined
  readonly hasKeys: boolean
  readonly readDer: ReadDer
}

/**
 * Reads the key store format that Java used before PKCS #12. Certificates are not encrypted, for Java neither: only
 * keys need the password, and if a password is given, the file's own hash is checked.
 */
export function openJavaStore(bytes: Uint8Array, { password, hasKeys, readDer }: JavaOpening): StoreContents {
  const secret = password === undefined ? undefined : utf16(password)
  if (secret !== undefined) checkHash(bytes, secret)
  const reader = new StoreReader(bytes)
  const version = reader.int(4)
  const entries = reader.int(4)
  const keys: StoredKey[] = []
  const certificates: Uint8Array[] = []
  for (let entry = 0; entry < entries; entry += 1) {
    const isKey = reader.int(4) === 1
    reader.take(2)
    reader.take(0, 8)
    if (isKey) {
      const sealed = reader.take(4)
      if (hasKeys) keys.push({ label: 'PRIVATE KEY', bytes: openKey(sealed, secret, readDer) })
    }
    const count = isKey ? reader.int(4) : 1
    for (let at = 0; at < count; at += 1) {
      if (version === 2) reader.take(2)
      certificates.push(reader.take(4))
    }
  }
  return { keys, certificates }
}

function checkHash(bytes: Uint8Array, secret: Uint8Array): void {
  const body = bytes.subarray(0, bytes.length - HASH)
  const hash = sha1(concatBytes(secret, new TextEncoder().encode(whitener), body))
  if (!isSame(hash, bytes.subarray(bytes.length - HASH))) throw new UnreadableFile('wrong-password')
}

/** The key is encrypted with a stream of SHA-1 that starts from a salt, and ends with a hash of the key. */
function openKey(sealed: Uint8Array, secret: Uint8Array | undefined, readDer: ReadDer): Uint8Array {
  if (secret === undefined) throw new UnreadableFile('wrong-password')
  const [algorithm, octets] = readDer(sealed)?.children ?? []
  if (readOid(algorithm?.children[0]) !== javaSeal) throw new UnreadableFile('unsupported')
  const whole = getDerContent(octets)
  let mask: Uint8Array = whole.subarray(0, HASH)
  const key = whole.slice(HASH, Math.max(HASH, whole.length - HASH))
  for (let at = 0; at < key.length; at += 1) {
    if (at % HASH === 0) mask = sha1(concatBytes(secret, mask))
    key[at] = (key[at] ?? 0) ^ (mask[at % HASH] ?? 0)
  }
  if (!isSame(sha1(concatBytes(secret, key)), whole.subarray(whole.length - HASH)))
    throw new UnreadableFile('wrong-password')
  return key
}

class StoreReader {
  readonly #bytes: Uint8Array
  #at = 4

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes.subarray(0, bytes.length - HASH)
  }

  int(size: number): number {
    return this.take(0, size).reduce((value, byte) => value * 256 + byte, 0)
  }

  /** Takes the number of bytes that a length field before them states, or the requested number. */
  take(sizeBytes: number, known = 0): Uint8Array {
    const length = sizeBytes === 0 ? known : this.int(sizeBytes)
    const end = this.#at + length
    if (end > this.#bytes.length) throw new UnreadableFile('broken')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
const toDataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
