import { Inflate } from 'fflate'
import { type EvaluationBudget, isLimit } from '../budget.ts'
import { failure } from '../rule-failure.ts'
import { joinBytes } from './term-text.ts'

/** A byte expands to at most 1,032 bytes, so at most four megabytes are created between two checks of the size. */
const bytesAtOnce = 4096
const bytesInStep = 16

const badData = () => failure('data_error')

/** RFC 1952: a fixed header, then the fields that its flags announce; eight bytes of sums at the end. */
function insideGzip(bytes: Uint8Array): Uint8Array {
  const flags = bytes[3] ?? 0
  if (bytes[0] !== 31 || bytes[1] !== 139 || bytes[2] !== 8) throw badData()
  let at = 10
  if ((flags & 4) > 0) at += (bytes[10] ?? 0) + (bytes[11] ?? 0) * 256 + 2
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue
    const end = bytes.indexOf(0, at)
    at = end < 0 ? bytes.length : end + 1
  }
  if ((flags & 2) > 0) at += 2
  if (at + 8 > bytes.length) throw badData()
  return bytes.subarray(at, -8)
}

/**
 * RFC 1950: a header of two bytes that together are divisible by 31, no dictionary; a four-byte checksum at the end.
 */
function insideZlib(bytes: Uint8Array): Uint8Array {
  const [method = 0, flags = 0] = bytes
  const isHead = (method & 15) === 8 && method >> 4 <= 7 && (method * 256 + flags) % 31 === 0
  if (!isHead || (flags & 32) > 0) throw badData()
  return bytes.subarray(2, -4)
}

const insides = {
  deflate: (bytes: Uint8Array) => bytes,
  gzip: insideGzip,
  zlib: insideZlib,
} as const

/** Unpacks bytes; stops as soon as the result exceeds the budget. */
export function unpackBytes(
  format: keyof typeof insides,
  bytes: Uint8Array,
  budget: EvaluationBudget,
): Uint8Array {
  const packed = insides[format](bytes)
  const parts: Uint8Array[] = []
  let size = 0
  const stream = new Inflate((part) => {
    size += part.length
    budget.foresee(size)
    budget.spend(part.length / bytesInStep)
    parts.push(part)
  })
  try {
    for (let at = 0; at === 0 || at < packed.length; at += bytesAtOnce) {
      budget.spend(bytesAtOnce)
      stream.push(packed.subarray(at, at + bytesAtOnce), at + bytesAtOnce >= packed.length)
    }
  } catch (error) {
    if (isLimit(error)) throw error
    throw badData()
  }
  return joinBytes(parts)
}
