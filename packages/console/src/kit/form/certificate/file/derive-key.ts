import { asyncLoop, type CHash, concatBytes } from '@noble/hashes/utils.js'
import type { SpendRounds } from './work-budget.ts'

/** The purpose of the key of a MAC (RFC 7292 §B.3). */
const macPurpose = 3

export interface Derivation {
  readonly hash: CHash
  readonly salt: Uint8Array
  readonly rounds: number
  readonly length: number
}

/**
 * Derives the key of the MAC of a key store (RFC 7292 §B.2).
 */
export async function deriveMacKey(
  password: string,
  how: Derivation,
  spend: SpendRounds,
): Promise<Uint8Array> {
  const { hash, salt, rounds, length } = how
  const size = hash.blockLen
  const inner = concatBytes(repeatToSize(salt, size), repeatToSize(utf16(`${password}\0`), size))
  const parts: Uint8Array[] = []
  for (let made = 0; made < length; made += hash.outputLen) {
    spend(rounds)
    let digest: Uint8Array = hash(concatBytes(new Uint8Array(size).fill(macPurpose), inner))
    await asyncLoop(rounds - 1, 10, () => {
      digest = hash(digest)
    })
    parts.push(digest)
    addToEach(inner, repeatToSize(digest, size, true))
  }
  return concatBytes(...parts).subarray(0, length)
}

/** Converts a text to big-endian UTF-16, the form in which Java and PKCS #12 hash a password. */
export function utf16(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) => [
      unit >> 8,
      unit & 255,
    ]),
  )
}

/** Repeats the bytes until whole blocks are filled; with `isOne`, exactly one block is filled. */
function repeatToSize(bytes: Uint8Array, size: number, isOne = false): Uint8Array {
  const length = isOne ? size : size * Math.ceil(bytes.length / size)
  return Uint8Array.from({ length }, (_, at) => bytes[at % bytes.length] ?? 0)
}

/** Adds the number plus one to each block, modulo the size of the block. */
function addToEach(blocks: Uint8Array, number: Uint8Array): void {
  for (let start = 0; start < blocks.length; start += number.length) {
    let carry = 1
    for (let at = number.length - 1; at >= 0; at -= 1) {
      const sum = (blocks[start + at] ?? 0) + (number[at] ?? 0) + carry
      blocks[start + at] = sum & 255
      carry = sum >> 8
    }
  }
}
