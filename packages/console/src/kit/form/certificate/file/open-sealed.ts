import { cbc } from '@noble/ciphers/aes.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { CHash } from '@noble/hashes/utils.js'
import { type DerNode, readOid } from '#kit/form/certificate/der.ts'
import type { Derivation } from './derive-key.ts'
import { type SpendRounds, UnreadableFile } from './work-budget.ts'

/** The algorithms of RFC 7292 §C and RFC 8018 §B.2 that use RC2 or triple DES, which no kept library reads. */
const oldAlgorithms: readonly string[] = [
  '1.2.840.113549.1.12.1.3',
  '1.2.840.113549.1.12.1.4',
  '1.2.840.113549.1.12.1.5',
  '1.2.840.113549.1.12.1.6',
  '1.2.840.113549.3.2',
  '1.2.840.113549.3.7',
]
/** The lengths of the keys of AES in CBC mode (RFC 3565). */
const keyLengths: Readonly<Record<string, number>> = {
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 24,
  '2.16.840.1.101.3.4.1.42': 32,
}
const hmacs: Readonly<Record<string, CHash>> = {
  '': sha1,
  '1.2.840.113549.2.7': sha1,
  '1.2.840.113549.2.8': sha224,
  '1.2.840.113549.2.9': sha256,
  '1.2.840.113549.2.10': sha384,
  '1.2.840.113549.2.11': sha512,
}

/**
 * Decrypts AES in CBC mode without removing the padding. Returns undefined if blocks or initialization vector are
 * incomplete.
 */
export const decryptAes = (key: Uint8Array, start: Uint8Array, data: Uint8Array): Uint8Array | undefined =>
  data.length % 16 === 0 && start.length === 16
    ? cbc(key, start, { disablePadding: true }).decrypt(data)
    : undefined

/**
 * Decrypts data encrypted with a password; returns undefined if this password does not open them. Throws an
 * `UnreadableFile` if the algorithm is not supported.
 */
export async function openSealed(
  algorithm: DerNode | undefined,
  data: Uint8Array,
  password: string,
  spend: SpendRounds,
): Promise<Uint8Array | undefined> {
  const [name, parameters] = algorithm?.children ?? []
  if (readOid(name) !== '1.2.840.113549.1.5.13') throw refuseAlgorithm(name)
  return await openPbes2(parameters, data, password, spend)
}

const refuseAlgorithm = (name: DerNode | undefined) =>
  new UnreadableFile(oldAlgorithms.includes(readOid(name)) ? 'old-cipher' : 'unsupported')

async function openPbes2(
  parameters: DerNode | undefined,
  data: Uint8Array,
  password: string,
  spend: SpendRounds,
): Promise<Uint8Array | undefined> {
  const [derivation, encryption] = parameters?.children ?? []
  const [cipher, start] = encryption?.children ?? []
  const length = keyLengths[readOid(cipher)]
  const [salt, rounds, ...rest] = derivation?.children[1]?.children ?? []
  const hash = hmacs[readOid(rest.find(({ children }) => children.length > 0)?.children[0])]
  const isPbkdf2 = readOid(derivation?.children[0]) === '1.2.840.113549.1.5.12'
  if (length === undefined) throw refuseAlgorithm(cipher)
  if (!isPbkdf2 || hash === undefined) throw new UnreadableFile('unsupported')
  const how: Derivation = {
    hash,
    salt: getDerContent(salt),
    rounds: readInteger(rounds),
    length,
  }
  const key = await pbkdf2Key(password, how, spend)
  return stripPadding(decryptAes(key, getDerContent(start), data))
}

/** Every padding byte holds the number of padding bytes, so the last byte tells how many were added. */
export function stripPadding(plain: Uint8Array | undefined): Uint8Array | undefined {
  const added = plain?.at(-1) ?? 0
  if (plain === undefined || added === 0 || added > plain.length) return undefined
  const end = plain.length - added
  return plain.subarray(end).every((byte) => byte === added) ? plain.subarray(0, end) : undefined
}

export function getDerContent(node: DerNode | undefined): Uint8Array {
  return node?.content ?? new Uint8Array()
}

/** Reads an integer. Numbers beyond the safe integers are refused when rounds are charged to the work budget. */
export function readInteger(node: DerNode | undefined): number {
  return getDerContent(node).reduce((value, byte) => value * 256 + byte, 0)
}

/** Derives a key as in RFC 8018 §5.2. */
async function pbkdf2Key(password: string, how: Derivation, spend: SpendRounds): Promise<Uint8Array> {
  const { hash, salt, rounds, length } = how
  spend(rounds * Math.ceil(length / hash.outputLen))
  return await pbkdf2Async(hash, password, salt, { c: rounds, dkLen: length })
}
