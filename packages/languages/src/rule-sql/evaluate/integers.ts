import { type EvaluationBudget, limitFailure } from './budget.ts'
import { bytesToHex, hexToBytes } from './byte-text.ts'

/**
 * The maximum size of an integer, in bits. Erlang's limit is 4,194,304 with `system_limit`; printing such an integer
 * takes a third of a second here, an integer of a million bits (301,029 digits) less than a tenth.
 */
export const mostBits = 1_000_000

const bitsInDigit = Math.log2(10)
const [small, smallest] = [1n << 64n, -(1n << 64n)]

/** Returns the size of an integer in bits, rounded up to a multiple of four; small integers count as 64. */
export function bitLength(value: bigint): number {
  if (value < small && value > smallest) return 64
  return value.toString(16).length * 4
}

/** Throws if an operation would create an integer beyond the limit. */
export function checkBits(bits: number): void {
  if (bits > mostBits) throw limitFailure('size')
}

/**
 * Measured: 100,000 by 100,000 bits take 1 ms to multiply and 3 ms to divide, a million by a million take 15 and 53
 * ms.
 */
const chargeProduct = (a: number, b: number, budget: EvaluationBudget) => budget.spend((a * b) ** 0.75 / 900)

/** Measured: 100,000 bits take 3 ms to convert to digits, a million 90 ms; the opposite direction takes half of it. */
const chargeDigits = (bits: number, budget: EvaluationBudget) => budget.spend(bits ** 1.5 / 400)

export function multiply(a: bigint, b: bigint, budget: EvaluationBudget): bigint {
  const [one, other] = [bitLength(a), bitLength(b)]
  if (one + other > 128) {
    checkBits(one + other - 128)
    chargeProduct(one, other, budget)
  }
  return a * b
}

/** Returns the quotient or the remainder. */
export function divide(
  kind: 'quotient' | 'remainder',
  a: bigint,
  b: bigint,
  budget: EvaluationBudget,
): bigint {
  const [one, other] = [bitLength(a), bitLength(b)]
  if (one > 64) chargeProduct(one, other, budget)
  return kind === 'quotient' ? a / b : a % b
}

export function printInteger(value: bigint, budget: EvaluationBudget, base = 10): string {
  const bits = bitLength(value)
  if (bits > 64) {
    chargeDigits(bits, budget)
    budget.foresee(bits / Math.log2(base))
  }
  return value.toString(base)
}

/** Parses decimal digits with an optional sign. */
export function parseDigits(digits: string, budget: EvaluationBudget): bigint {
  if (digits.length > 32) {
    const bits = digits.length * bitsInDigit
    checkBits(bits)
    chargeDigits(bits, budget)
  }
  return BigInt(digits.startsWith('+') ? digits.slice(1) : digits)
}

/** Reads the bytes as a big-endian unsigned integer. */
export function bytesToInteger(bytes: Uint8Array, budget: EvaluationBudget): bigint {
  const from = bytes.findIndex((byte) => byte > 0)
  if (from < 0) return 0n
  const digits = bytes.subarray(from)
  checkBits((digits.length - 1) * 8)
  budget.spend(digits.length)
  return BigInt(`0x${bytesToHex(digits)}`)
}

/** Converts a non-negative integer to as many bytes as it needs. */
export function integerToBytes(value: bigint, budget: EvaluationBudget): Uint8Array {
  const hex = value.toString(16)
  budget.spend(hex.length)
  return hexToBytes(hex.length % 2 === 0 ? hex : `0${hex}`)
}
