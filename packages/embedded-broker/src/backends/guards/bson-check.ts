import { AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'

/** The maximum depth, which is also the limit of MongoDB itself. */
const mostLevels = 100
/** Each element becomes a JavaScript object, which is larger than the element. */
const mostElements = 200_000

/** The number of bytes after the name, for the types of a fixed length. */
const fixed: ReadonlyMap<number, number> = new Map([
  [0x01, 8],
  [0x06, 0],
  [0x07, 12],
  [0x08, 1],
  [0x09, 8],
  [0x0a, 0],
  [0x10, 4],
  [0x11, 8],
  [0x12, 8],
  [0x13, 16],
  [0x7f, 0],
  [0xff, 0],
])
const texts: ReadonlySet<number> = new Set([0x02, 0x0d, 0x0e])
const documents: ReadonlySet<number> = new Set([0x03, 0x04])
const binary = 0x05
const pattern = 0x0b

const bad = (at: number) => new MalformedAnswerError(`BSON, at byte ${at}`)

/**
 * Throws unless the bytes are exactly one complete document within the maximum depth. Works without recursion, so
 * depth uses no stack.
 */
export function checkBson(bytes: Buffer, most = mostElements): void {
  const ends: number[] = []
  let at = enter(bytes, 0, bytes.length, ends)
  if (ends[0] !== bytes.length) throw bad(0)
  let count = 0
  while (ends.length > 0) {
    const end = ends.at(-1) ?? 0
    if (at >= end) throw bad(at)
    const kind = bytes[at] ?? 0
    at++
    if (kind === 0) {
      if (at !== end) throw bad(at)
      ends.pop()
      continue
    }
    count++
    if (count > most) throw new AnswerTooLargeError(`more than ${most} elements`)
    at = skipText(bytes, at, end)
    at = documents.has(kind) ? enter(bytes, at, end, ends) : skipValue(bytes, kind, at, end)
  }
}

function enter(bytes: Buffer, at: number, outer: number, ends: number[]): number {
  if (at + 5 > outer) throw bad(at)
  const length = bytes.readInt32LE(at)
  if (length < 5 || at + length > outer) throw bad(at)
  if (ends.length >= mostLevels) throw new AnswerTooLargeError(`more than ${mostLevels} levels`)
  ends.push(at + length)
  return at + 4
}

/** Returns the position after a zero-terminated string. */
function skipText(bytes: Buffer, at: number, end: number): number {
  const zero = bytes.indexOf(0, at)
  if (zero < 0 || zero >= end) throw bad(at)
  return zero + 1
}

function skipValue(bytes: Buffer, kind: number, at: number, end: number): number {
  const next = findEnd(bytes, kind, at, end)
  if (next === undefined || next > end) throw bad(at)
  return next
}

function findEnd(bytes: Buffer, kind: number, at: number, end: number): number | undefined {
  const length = fixed.get(kind)
  if (length !== undefined) return at + length
  if (kind === pattern) return skipText(bytes, skipText(bytes, at, end), end)
  if (!texts.has(kind) && kind !== binary) return undefined
  if (at + 5 > end) return undefined
  const given = bytes.readInt32LE(at)
  if (given < (kind === binary ? 0 : 1)) return undefined
  return at + 4 + given + (kind === binary ? 1 : 0)
}
