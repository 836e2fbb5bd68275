import type { BlockCipher } from './decrypt-chained.ts'

type Bits = readonly number[]

/** The tables of FIPS 46-3; bits are counted from 1. */
const keyChoice = [
  57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
  63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
]
const roundKeyChoice = [
  14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47,
  55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
]
const rotations = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]
const initial = [58, 60, 62, 64, 57, 59, 61, 63].flatMap((first) =>
  Array.from({ length: 8 }, (_, at) => first - 8 * at),
)
const final = Array.from({ length: 64 }, (_, at) => initial.indexOf(at + 1) + 1)
const expansion = Array.from({ length: 48 }, (_, at) => {
  const bit = Math.floor(at / 6) * 4 + (at % 6)
  return bit === 0 ? 32 : bit === 33 ? 1 : bit
})
const mixing = [
  16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22,
  11, 4, 25,
]
/** Each string holds four rows of sixteen digits. */
const substitutions = [
  'e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d',
  'f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9',
  'a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c',
  '7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e',
  '2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453',
  'c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d',
  '4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c',
  'd2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b',
].map((digits) => Array.from(digits, (digit) => Number.parseInt(digit, 16)))

/** Takes three keys of eight bytes, or two: the third key then equals the first. */
export function tripleDes(key: Uint8Array): BlockCipher {
  const [first, second] = [roundKeys(key.subarray(0, 8)), roundKeys(key.subarray(8, 16))]
  const third = key.length < 24 ? first : roundKeys(key.subarray(16, 24))
  return {
    decrypt: (block) => {
      const opened = crypt(bitsOfBytes(block), third.toReversed())
      return bytesOfBits(crypt(crypt(opened, second), first.toReversed()))
    },
  }
}

function crypt(block: Bits, keys: readonly Bits[]): Bits {
  const mixed = pickBits(block, initial)
  let left: Bits = mixed.slice(0, 32)
  let right: Bits = mixed.slice(32)
  for (const key of keys) [left, right] = [right, exclusiveOr(left, scrambleHalf(right, key))]
  return pickBits([...right, ...left], final)
}

function scrambleHalf(half: Bits, key: Bits): Bits {
  const wide = exclusiveOr(pickBits(half, expansion), key)
  const narrow = substitutions.flatMap((table, at) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = wide.slice(at * 6, at * 6 + 6)
    const value = table[(a * 2 + f) * 16 + b * 8 + c * 4 + d * 2 + e] ?? 0
    return [value >> 3, (value >> 2) & 1, (value >> 1) & 1, value & 1]
  })
  return pickBits(narrow, mixing)
}

function roundKeys(key: Uint8Array): readonly Bits[] {
  const used = pickBits(bitsOfBytes(key), keyChoice)
  let left: Bits = used.slice(0, 28)
  let right: Bits = used.slice(28)
  return rotations.map((by) => {
    left = [...left.slice(by), ...left.slice(0, by)]
    right = [...right.slice(by), ...right.slice(0, by)]
    return pickBits([...left, ...right], roundKeyChoice)
  })
}

const pickBits = (bits: Bits, places: readonly number[]): Bits => places.map((place) => bits[place - 1] ?? 0)
const exclusiveOr = (one: Bits, other: Bits): Bits => one.map((bit, at) => bit ^ (other[at] ?? 0))

function bitsOfBytes(bytes: Uint8Array): Bits {
  return Array.from(bytes).flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1))
}

function bytesOfBits(bits: Bits): Uint8Array {
  return Uint8Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
}
