import type { EvaluationBudget } from '../budget.ts'
import { bytesToInteger } from '../integers.ts'
import { failure, noClause } from '../rule-failure.ts'
import { isBinary, Opaque, type Term, toBinary, toBytes } from '../term.ts'
import { budgetIn, type CallContext, type FunctionTable, integerIn, taking, wordIn } from './arguments.ts'

/** As many bits as `length`, from the highest of the first byte. */
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

/** So many from there on; what is left of the last byte is zero. */
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

/** The last byte, where it is not full, has the lowest bits. */
function bigEndian({ bytes, length }: Bits, budget: EvaluationBudget): bigint {
  return bytesToInteger(bytes, budget) >> BigInt(bytes.length * 8 - length)
}

/** The bytes turned round: the last of them, where it is not full, is the highest. */
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
  // More than there is, or a length that is none, takes all that is left.
  const taken = length < 0n || length > BigInt(rest) ? rest : Number(length)
  // Of all that is no float only the length is looked at.
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
