import type { TextPlace } from '#lib/text-place.ts'

export interface BadByte {
  readonly line: number
  readonly column: number
  /** `0xFC`, as editors show it. */
  readonly byte: string
}

/** Bytes of the character that is not over before `at`, where everything before is UTF-8. */
function countPending(bytes: Uint8Array, at: number): number {
  for (let back = 1; back <= Math.min(3, at); back += 1) {
    const byte = bytes[at - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return needed > back ? back : 0
  }
  return 0
}

function canBegin(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * The first byte that is no UTF-8. `bytes` end in the piece that could not be read, which begins at `from`; `place` is
 * where the text before it ends.
 */
export function findBadByte(bytes: Uint8Array, from: number, place: TextPlace): BadByte {
  const whole = bytes.subarray(from - countPending(bytes, from))
  let [good, bad] = [0, whole.length]
  // Whatever follows a bad byte makes nothing of it good, so the end of the good ones is found by halving.
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (canBegin(whole.subarray(0, middle))) good = middle
    else bad = middle
  }
  const start = good - countPending(whole, good)
  place.pass(new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole.subarray(0, start)))
  const byte = `0x${(whole[start] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
  return { line: place.line, column: place.column, byte }
}
