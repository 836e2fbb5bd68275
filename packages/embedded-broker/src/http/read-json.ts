/** How much a body may hold, beside its bytes. */
export interface JsonBounds {
  /** In any one list or object. */
  readonly items: number
  /** Altogether. */
  readonly values: number
}

/** What the console and programs send is far below; EMQX itself has no bound, and ends with its memory. */
export const usualBounds: JsonBounds = { items: 20_000, values: 400_000 }
/** Whole databases of users are imported as one list. */
export const importBounds: JsonBounds = { items: 200_000, values: 2_000_000 }

/** Nothing that the API takes is nested deeper than ten; recursion over it must not exhaust the stack. */
const deepest = 64

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opening: readonly number[] = [0x5b, 0x7b]
const closing: readonly number[] = [0x5d, 0x7d]

/**
 * What is too much about a JSON text, found without building anything of it: two million empty objects are six
 * megabytes of text and gigabytes once each has been refused.
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

/** Where the quotation mark is that ends the text, or the last byte. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}
