import type { TextPlace } from '#lib/text-place.ts'

export interface BadByte {
  readonly line: number
  readonly column: number
  /** The byte as editors show it, such as `0xFC`. */
  readonly byte: string
}

/** Returns the number of bytes of an incomplete character before `at`, provided that everything before is UTF-8. */
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
 * Finds the first byte that is not UTF-8. `bytes` ends with the piece that could not be decoded, which begins at
 * `from`; `place` is the end of the text before it.
 */
export function findBadByte(bytes: Uint8Array, from: number, place: TextPlace): BadByte {
  const whole = bytes.subarray(from - countPending(bytes, from))
  let [good, bad] = [0, whole.length]
  // No bytes after an invalid byte can make it valid, so the end of the valid bytes is found by binary search.
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
