import { cbc } from '@noble/ciphers/aes.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { CHash } from '@noble/hashes/utils.js'
import { type DerNode, readOid } from '#kit/form/certificate/der.ts'
import { decryptChained } from './decrypt-chained.ts'
import { type Derivation, pkcs12Key } from './derive-key.ts'
import { rc2 } from './rc2.ts'
import { tripleDes } from './triple-des.ts'
import { type SpendRounds, UnreadableFile } from './work-budget.ts'

type Decrypt = (key: Uint8Array, start: Uint8Array, data: Uint8Array) => Uint8Array | undefined

/** The maximum size for the old ciphers, which are slow here; keys are a few kilobytes. */
const MOST_OLD_BYTES = 65_536

export const aes: Decrypt = (key, start, data) =>
  data.length % 16 === 0 && start.length === 16
    ? cbc(key, start, { disablePadding: true }).decrypt(data)
    : undefined
export const oldDes: Decrypt = (key, start, data) => {
  if (data.length > MOST_OLD_BYTES) throw new UnreadableFile('too-costly')
  return decryptChained(tripleDes(key), start, data)
}
const oldRc2: Decrypt = (key, start, data) => decryptChained(rc2(key), start, data)

/** The ciphers of RFC 7292 §C, whose key and initialization vector are derived from the same salt. */
const oldWays: Readonly<Record<string, { readonly length: number; readonly decrypt: Decrypt }>> = {
  '1.2.840.113549.1.12.1.3': { length: 24, decrypt: oldDes },
  '1.2.840.113549.1.12.1.4': { length: 16, decrypt: oldDes },
  '1.2.840.113549.1.12.1.5': { length: 16, decrypt: oldRc2 },
  '1.2.840.113549.1.12.1.6': { length: 5, decrypt: oldRc2 },
}
/** The ciphers of RFC 8018 §B.2, with AES of RFC 3565. */
const ciphers: Readonly<Record<string, { readonly length: number; readonly decrypt: Decrypt }>> = {
  '1.2.840.113549.3.7': { length: 24, decrypt: oldDes },
  '2.16.840.1.101.3.4.1.2': { length: 16, decrypt: aes },
  '2.16.840.1.101.3.4.1.22': { length: 24, decrypt: aes },
  '2.16.840.1.101.3.4.1.42': { length: 32, decrypt: aes },
}
const hmacs: Readonly<Record<string, CHash>> = {
  '': sha1,
  '1.2.840.113549.2.7': sha1,
  '1.2.840.113549.2.8': sha224,
  '1.2.840.113549.2.9': sha256,
  '1.2.840.113549.2.10': sha384,
  '1.2.840.113549.2.11': sha512,
}

/** Decrypts data encrypted with a password; returns undefined if this password does not open them. */
export async function openSealed(
  algorithm: DerNode | undefined,
  data: Uint8Array,
  password: string,
  spend: SpendRounds,
): Promise<Uint8Array | undefined> {
  const [name, parameters] = algorithm?.children ?? []
  const oid = readOid(name)
  if (oid === '1.2.840.113549.1.5.13') return await openPbes2(parameters, data, password, spend)
  const way = oldWays[oid]
  if (way === undefined) throw new UnreadableFile('unsupported')
  const how = {
    hash: sha1,
    salt: getDerContent(parameters?.children[0]),
    rounds: readInteger(parameters?.children[1]),
  }
  const key = await pkcs12Key('key', password, { ...how, length: way.length }, spend)
  const start = await pkcs12Key('start', password, { ...how, length: 8 }, spend)
  return stripPadding(way.decrypt(key, start, data))
}

async function openPbes2(
  parameters: DerNode | undefined,
  data: Uint8Array,
  password: string,
  spend: SpendRounds,
): Promise<Uint8Array | undefined> {
  const [derivation, encryption] = parameters?.children ?? []
  const cipher = ciphers[readOid(encryption?.children[0])]
  const [salt, rounds, ...rest] = derivation?.children[1]?.children ?? []
  const hash = hmacs[readOid(rest.find(({ children }) => children.length > 0)?.children[0])]
  const isPbkdf2 = readOid(derivation?.children[0]) === '1.2.840.113549.1.5.12'
  if (!isPbkdf2 || cipher === undefined || hash === undefined) throw new UnreadableFile('unsupported')
  const how: Derivation = {
    hash,
    salt: getDerContent(salt),
    rounds: readInteger(rounds),
    length: cipher.length,
  }
  const key = await pbkdf2Key(password, how, spend)
  return stripPadding(cipher.decrypt(key, getDerContent(encryption?.children[1]), data))
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
