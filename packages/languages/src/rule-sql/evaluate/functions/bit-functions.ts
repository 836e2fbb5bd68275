import type { EvaluationBudget } from '../budget.ts'
import { bytesToInteger } from '../integers.ts'
import { failure, noClause } from '../rule-failure.ts'
import { isBinary, Opaque, type Term, toBinary, toBytes } from '../term.ts'
import { budgetIn, type CallContext, type FunctionTable, integerIn, taking, wordIn } from './arguments.ts'

/** A number of bits given by `length`, counted from the highest bit of the first byte. */
interface Bits {
  readonly bytes: Uint8Array
  readonly length: number
}

function toBits(term: Term): Bits {
  if (term instanceof Opaque && term.what === 'bits') return term
  if (!isBinary(term)) throw noClause()
  const bytes = toBytes(term)
  return { bytes, length: bytes.length * 8 }
}

/** Takes a number of bits from an offset; the unused bits of the last byte are zero. */
function takeBits({ bytes }: Bits, from: number, length: number): Bits {
  const taken = new Uint8Array(Math.ceil(length / 8))
  const [first, shift] = [from >> 3, from & 7]
  for (let at = 0; at < taken.length; at++) {
    const [here, next] = [bytes[first + at] ?? 0, bytes[first + at + 1] ?? 0]
    taken[at] = ((here << shift) | (next >> (8 - shift))) & 0xff
  }
  const unused = taken.length * 8 - length
  const last = taken.length - 1
  if (unused > 0) taken[last] = (taken[last] ?? 0) & (0xff << unused)
  return { bytes: taken, length }
}

/** Converts bits to an integer. An incomplete last byte holds the lowest bits. */
function bigEndian({ bytes, length }: Bits, budget: EvaluationBudget): bigint {
  return bytesToInteger(bytes, budget) >> BigInt(bytes.length * 8 - length)
}

/** Reverses the bytes, so that the last byte, which may be incomplete, becomes the highest. */
function littleEndian({ bytes, length }: Bits, budget: EvaluationBudget): bigint {
  const turned = bytes.toReversed()
  turned[0] = (turned[0] ?? 0) >> (bytes.length * 8 - length)
  return bytesToInteger(turned, budget)
}

function floatOfBits(value: bigint, length: number): number {
  if (length === 16) return halfFloat(Number(value))
  const view = new DataView(new ArrayBuffer(8))
  let float: number
  if (length === 32) {
    view.setUint32(0, Number(value))
    float = view.getFloat32(0)
  } else {
    view.setBigUint64(0, value)
    float = view.getFloat64(0)
  }
  if (!Number.isFinite(float)) throw failure('case_clause')
  return float
}

function halfFloat(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 === 1 ? -1 : 1, (bits >> 10) & 31, bits & 1023]
  if (exponent === 31) throw failure('case_clause')
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

function subbits(args: readonly Term[], around: CallContext): Term {
  const [term] = args
  const [start, length] =
    args.length === 2 ? [1n, integerIn(args[1])] : [integerIn(args[1]), integerIn(args[2])]
  const [, , , type = 'integer', sign = 'unsigned', order = 'big'] = args
  const bits = toBits(term)
  if (start < 1n || start > BigInt(bits.length)) return undefined
  const isKnown =
    ['integer', 'float', 'bits'].includes(wordIn(type)) &&
    ['signed', 'unsigned'].includes(wordIn(sign)) &&
    ['big', 'little'].includes(wordIn(order))
  if (!isKnown) throw noClause()
  const rest = bits.length - Number(start) + 1
  // An excessive or negative length takes all remaining bits.
  const taken = length < 0n || length > BigInt(rest) ? rest : Number(length)
  // For other types than floats, only the length is checked.
  if (type === 'float' && ![16, 32, 64].includes(taken)) throw failure('case_clause')
  const budget = budgetIn(around)
  budget.spend(taken / 8)
  const wanted = takeBits(bits, Number(start) - 1, taken)
  if (type === 'bits') {
    return taken % 8 === 0 ? toBinary(wanted.bytes) : new Opaque('bits', wanted.bytes, taken)
  }
  const ordered = order === 'little' ? littleEndian(wanted, budget) : bigEndian(wanted, budget)
  if (type === 'float') return floatOfBits(ordered, taken)
  return sign === 'signed' ? BigInt.asIntN(taken, ordered) : ordered
}

export const bitFunctions: FunctionTable = { subbits: taking(2, 3, 4, 5, 6)(subbits) }
