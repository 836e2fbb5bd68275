/** The limits on the contents of a body, beside its bytes. */
export interface JsonBounds {
  /** The maximum number of items in a single list or object. */
  readonly items: number
  /** The maximum number of values in total. */
  readonly values: number
}

/**
 * Requests of the console and of programs are far below these limits; EMQX itself has no limit and runs out of
 * memory.
 */
export const usualBounds: JsonBounds = { items: 20_000, values: 400_000 }
/** Whole user databases are imported as a single list. */
export const importBounds: JsonBounds = { items: 200_000, values: 2_000_000 }

/**
 * The maximum depth. Valid requests are nested at most ten levels deep; recursion over a body must not exhaust the
 * stack.
 */
const deepest = 64

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opening: readonly number[] = [0x5b, 0x7b]
const closing: readonly number[] = [0x5d, 0x7d]

/**
 * Returns the limit that a JSON text exceeds, without building any values: two million empty objects are six
 * megabytes of text, and gigabytes once each has been refused.
 */
export function findExcess(bytes: Buffer, { items, values }: JsonBounds): string | undefined {
  const counts: number[] = []
  let total = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === quote) at = endOfText(bytes, at)
    else if (opening.includes(byte)) {
      if (counts.push(1) > deepest) return `nested deeper than ${deepest} levels`
    } else if (closing.includes(byte)) counts.pop()
    else if (byte === comma && counts.length > 0) {
      const count = (counts.pop() ?? 0) + 1
      counts.push(count)
      total += 1
      if (count > items) return `more than ${items} items in one list or object`
      if (total > values) return `more than ${values} values`
    }
  }
  return undefined
}

/** Returns the position of the quotation mark that ends a string, or the end of the bytes. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}
