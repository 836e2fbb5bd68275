import { AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'

const constructed = 0x20
const mostLevels = 16
const mostElements = 50_000

/** Throws unless the bytes are one element whose parts fill it on every level: readers hang where a part is missing. */
export function checkBer(bytes: Buffer): void {
  const ends = [bytes.length]
  let at = 0
  let count = 0
  while (ends.length > 0) {
    const end = ends.at(-1) ?? 0
    if (at === end) {
      ends.pop()
      continue
    }
    count++
    if (count > mostElements) throw new AnswerTooLargeError(`more than ${mostElements} elements`)
    const start = contentAt(bytes, at, end)
    const next = start.at + start.length
    if (next > end) throw new MalformedAnswerError(`BER, at byte ${at}`)
    const isConstructed = ((bytes[at] ?? 0) & constructed) !== 0
    at = isConstructed ? start.at : next
    if (!isConstructed) continue
    if (ends.length > mostLevels) throw new AnswerTooLargeError(`more than ${mostLevels} levels`)
    ends.push(next)
  }
}

function contentAt(bytes: Buffer, at: number, end: number): { at: number; length: number } {
  const first = bytes[at + 1] ?? 0
  const count = first < 0x80 ? 0 : first & 0x7f
  if (at + 2 + count > end || count > 4 || first === 0x80)
    throw new MalformedAnswerError(`BER, at byte ${at}`)
  return { at: at + 2 + count, length: count === 0 ? first : bytes.readUIntBE(at + 2, count) }
}
