import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { type CHash, concatBytes } from '@noble/hashes/utils.js'
import { type DerNode, type ReadDer, readOid } from '#kit/form/certificate/der.ts'
import { deriveMacKey } from './derive-key.ts'
import { getDerContent, openSealed, readInteger } from './open-sealed.ts'
import type { StoreContents } from './store-contents.ts'
import { type SpendRounds, UnreadableFile } from './work-budget.ts'

const plainData = '1.2.840.113549.1.7.1'
const sealedData = '1.2.840.113549.1.7.6'
const bag = '1.2.840.113549.1.12.10.1'
const hashes: Readonly<Record<string, CHash>> = {
  '1.3.14.3.2.26': sha1,
  '2.16.840.1.101.3.4.2.1': sha256,
  '2.16.840.1.101.3.4.2.2': sha384,
  '2.16.840.1.101.3.4.2.3': sha512,
  '2.16.840.1.101.3.4.2.4': sha224,
}

interface Opening {
  readonly password: string
  readonly spend: SpendRounds
  readonly readDer: ReadDer
}

/** Recognises a PFX of RFC 7292 §4: a version, the safe, and usually a MAC over the safe. */
export function isPkcs12({ children: [version, safe] }: DerNode): boolean {
  return version?.tag === 2 && readInteger(version) === 3 && readOid(safe?.children[0]) === plainData
}

export async function openPkcs12({ children }: DerNode, opening: Opening): Promise<StoreContents> {
  const [, safe, seal] = children
  const content = readOctetString(safe?.children[1]?.children[0])
  await checkSeal(seal, content, opening)
  const parts = (opening.readDer(content) ?? failBroken()).children
  const all: StoreContents[] = []
  for (const part of parts) all.push(await openPart(part, opening))
  return joinContents(all)
}

/** Checks the MAC. It can only be made with the password, so it is the surest way to detect a wrong password. */
async function checkSeal(
  seal: DerNode | undefined,
  content: Uint8Array,
  { password, spend }: Opening,
): Promise<void> {
  if (seal === undefined) return
  const [digest, salt, rounds] = seal.children
  const hash = hashes[readOid(digest?.children[0]?.children[0])]
  // The MAC is of a newer kind: decrypting the content reveals a wrong password too.
  if (hash === undefined) return
  const how = {
    hash,
    salt: getDerContent(salt),
    rounds: rounds === undefined ? 1 : readInteger(rounds),
    length: hash.outputLen,
  }
  const key = await deriveMacKey(password, how, spend)
  const [expected, found] = [hmac(hash, key, content), readOctetString(digest?.children[1])]
  if (expected.length !== found.length || expected.some((byte, at) => byte !== found[at]))
    throw new UnreadableFile('wrong-password')
}

async function openPart({ children: [type, wrapped] }: DerNode, opening: Opening): Promise<StoreContents> {
  const inner = wrapped?.children[0]
  if (readOid(type) === plainData) return await openBags(readOctetString(inner), opening)
  if (readOid(type) !== sealedData) throw new UnreadableFile('unsupported')
  const [, algorithm, data] = inner?.children[1]?.children ?? []
  return await openBags(await unseal(algorithm, data, opening), opening)
}

async function openBags(bytes: Uint8Array, opening: Opening): Promise<StoreContents> {
  const all: StoreContents[] = []
  for (const { children } of (opening.readDer(bytes) ?? failBroken()).children) {
    const [type, wrapped] = children
    const inner = wrapped?.children[0]
    if (inner !== undefined) all.push(await openBag(readOid(type), inner, opening))
  }
  return joinContents(all)
}

async function openBag(type: string, inner: DerNode, opening: Opening): Promise<StoreContents> {
  switch (type) {
    case `${bag}.1`:
      return oneKey(inner.whole)
    case `${bag}.2`:
      return oneKey(await unseal(inner.children[0], inner.children[1], opening))
    case `${bag}.3`:
      return { keys: [], certificates: [readOctetString(inner.children[1]?.children[0])] }
    default:
      // Revocation lists and secrets of other kinds are not needed here.
      return { keys: [], certificates: [] }
  }
}

async function unseal(
  algorithm: DerNode | undefined,
  data: DerNode | undefined,
  { password, spend }: Opening,
): Promise<Uint8Array> {
  const plain = await openSealed(algorithm, readOctetString(data), password, spend)
  if (plain === undefined) throw new UnreadableFile('wrong-password')
  return plain
}

const oneKey = (bytes: Uint8Array): StoreContents => ({
  keys: [{ label: 'PRIVATE KEY', bytes }],
  certificates: [],
})

function joinContents(all: readonly StoreContents[]): StoreContents {
  return {
    keys: all.flatMap(({ keys }) => keys),
    certificates: all.flatMap(({ certificates }) => certificates),
  }
}

/** Reads an octet string in one piece or, as some writers stream it, in several pieces. */
function readOctetString(node: DerNode | undefined): Uint8Array {
  if (node === undefined) return failBroken()
  return node.children.length === 0 ? node.content : concatBytes(...node.children.map(readOctetString))
}

function failBroken(): never {
  throw new UnreadableFile('broken')
}
