import { type EvaluationBudget, limitFailure } from './budget.ts'
import { bytesToHex, hexToBytes } from './byte-text.ts'

/**
 * Bits of an integer. Erlang ends at 4,194,304 with `system_limit`; to print one of those takes a third of a second here,
 * one of a million bits (301,029 digits) less than a tenth.
 */
export const mostBits = 1_000_000

const bitsInDigit = Math.log2(10)
const [small, smallest] = [1n << 64n, -(1n << 64n)]

/** Bits that an integer takes, to the next four; small ones count as 64. */
export function bitLength(value: bigint): number {
  if (value < small && value > smallest) return 64
  return value.toString(16).length * 4
}

/** Ends what would make an integer of more bits than any has. */
export function checkBits(bits: number): void {
  if (bits > mostBits) throw limitFailure('size')
}

/** Measured: 100,000 by 100,000 bits take 1 ms to multiply and 3 to divide, a million by a million 15 and 53. */
const chargeProduct = (a: number, b: number, budget: EvaluationBudget) => budget.spend((a * b) ** 0.75 / 900)

/** Measured: 100,000 bits take 3 ms to become digits, a million 90; the other way takes half of it. */
const chargeDigits = (bits: number, budget: EvaluationBudget) => budget.spend(bits ** 1.5 / 400)

export function multiply(a: bigint, b: bigint, budget: EvaluationBudget): bigint {
  const [one, other] = [bitLength(a), bitLength(b)]
  if (one + other > 128) {
    checkBits(one + other - 128)
    chargeProduct(one, other, budget)
  }
  return a * b
}

/** The quotient or the remainder. */
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

/** What decimal digits say, a sign before them or none. */
export function parseDigits(digits: string, budget: EvaluationBudget): bigint {
  if (digits.length > 32) {
    const bits = digits.length * bitsInDigit
    checkBits(bits)
    chargeDigits(bits, budget)
  }
  return BigInt(digits.startsWith('+') ? digits.slice(1) : digits)
}

/** Big-endian and without a sign. */
export function bytesToInteger(bytes: Uint8Array, budget: EvaluationBudget): bigint {
  const from = bytes.findIndex((byte) => byte > 0)
  if (from < 0) return 0n
  const digits = bytes.subarray(from)
  checkBits((digits.length - 1) * 8)
  budget.spend(digits.length)
  return BigInt(`0x${bytesToHex(digits)}`)
}

/** Of one that is not negative, as many as it needs. */
export function integerToBytes(value: bigint, budget: EvaluationBudget): Uint8Array {
  const hex = value.toString(16)
  budget.spend(hex.length)
  return hexToBytes(hex.length % 2 === 0 ? hex : `0${hex}`)
}
