import { failure, noClause } from '../rule-failure.ts'
import { binaryOf, bytesOf, isBinary, Opaque, type Term } from '../term.ts'
import { type FunctionTable, integerIn, taking } from './arguments.ts'

interface Bits {
  readonly value: bigint
  readonly length: number
}

function bitsOf(term: Term): Bits {
  const bytes = isBinary(term)
    ? bytesOf(term)
    : term instanceof Opaque && term.what === 'bits'
      ? term.bytes
      : undefined
  if (bytes === undefined) throw noClause()
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const length = term instanceof Opaque ? term.length : bytes.length * 8
  return { value: (hex === '' ? 0n : BigInt(`0x${hex}`)) >> BigInt(bytes.length * 8 - length), length }
}

/** Left-justified in bytes, as bit strings are. */
function bytesOfBits({ value, length }: Bits): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(length / 8))
  let rest = value << BigInt(bytes.length * 8 - length)
  for (let at = bytes.length - 1; at >= 0; at--) {
    bytes[at] = Number(rest & 255n)
    rest >>= 8n
  }
  return bytes
}

/** The bytes of an odd number of bits, turned round: the last of them, that is not full, is the highest. */
function littleEndian({ value, length }: Bits): bigint {
  const whole = Math.floor(length / 8)
  const odd = length % 8
  let result = 0n
  for (let at = 0; at < whole; at++) {
    result |= ((value >> BigInt(length - 8 * (at + 1))) & 255n) << BigInt(8 * at)
  }
  return odd === 0 ? result : result | ((value & ((1n << BigInt(odd)) - 1n)) << BigInt(8 * whole))
}

function floatOfBits({ value, length }: Bits): number {
  if (length === 16) return halfFloat(Number(value))
  const view = new DataView(new ArrayBuffer(8))
  let float: number
  if (length === 32) {
    view.setUint32(0, Number(value))
    float = view.getFloat32(0)
  } else {
    if (length !== 64) throw failure('case_clause')
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

function subbits(args: readonly Term[]): Term {
  const [term] = args
  const [start, length] =
    args.length === 2 ? [1n, integerIn(args[1])] : [integerIn(args[1]), integerIn(args[2])]
  const [, , , type = 'integer', sign = 'unsigned', order = 'big'] = args
  const bits = bitsOf(term)
  if (start < 1n || start > BigInt(bits.length)) return undefined
  const isKnown =
    ['integer', 'float', 'bits'].includes(String(type)) &&
    ['signed', 'unsigned'].includes(String(sign)) &&
    ['big', 'little'].includes(String(order))
  if (!isKnown) throw noClause()
  const rest = bits.length - Number(start) + 1
  // More than there is, or a length that is none, takes all that is left.
  const taken = length < 0n || length > BigInt(rest) ? rest : Number(length)
  const value = (bits.value >> BigInt(rest - taken)) & ((1n << BigInt(taken)) - 1n)
  const wanted: Bits = { value, length: taken }
  if (type === 'bits') {
    const bytes = bytesOfBits(wanted)
    return taken % 8 === 0 ? binaryOf(bytes) : new Opaque('bits', bytes, taken)
  }
  const ordered = order === 'little' ? littleEndian(wanted) : value
  if (type === 'float') return floatOfBits({ value: ordered, length: taken })
  return sign === 'signed' ? BigInt.asIntN(taken, ordered) : ordered
}

export const bitFunctions: FunctionTable = { subbits: taking(2, 3, 4, 5, 6)(subbits) }
