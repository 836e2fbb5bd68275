/** A set of bytes as 256 marks: 1 for each byte in the set. */
export type ByteSet = Uint8Array

const setWhere = (has: (code: number) => boolean): ByteSet =>
  Uint8Array.from({ length: 256 }, (_, code) => (has(code) ? 1 : 0))

export const noBytes: ByteSet = new Uint8Array(256)
export const allBytes: ByteSet = new Uint8Array(256).fill(1)

export function byteSet(code: number): ByteSet {
  const set = new Uint8Array(256)
  set[code] = 1
  return set
}

export function bytesBetween(from: number, to: number): ByteSet {
  return new Uint8Array(256).fill(1, from, to + 1)
}

export const bytesBut = (set: ByteSet): ByteSet => set.map((mark) => 1 - mark)

export const bytesOfAny = (sets: readonly ByteSet[]): ByteSet =>
  setWhere((code) => sets.some((set) => set[code] === 1))

export const hasByte = (set: ByteSet, code: number | undefined): boolean =>
  code !== undefined && set[code] === 1

/**
 * Converts a JavaScript class for the first 256 characters to a set, which is what Erlang's PCRE tables hold
 * (Latin-1).
 */
function latinSet(pattern: RegExp): ByteSet {
  return setWhere((code) => pattern.test(String.fromCharCode(code)))
}

const [upper, lower, letter] = [
  latinSet(/[A-ZÀ-ÖØ-Þ]/),
  latinSet(/[a-zµß-öø-ÿ]/),
  latinSet(/[a-zA-Zªµº]|[À-ÖØ-öø-ÿ]/),
]
const digit = bytesBetween(48, 57)
export const wordBytes = bytesOfAny([letter, digit, byteSet(95)])
const space = latinSet(/[ \t\n\v\f\r]/)
const horizontal = latinSet(/[ \t\xa0]/)
const vertical = latinSet(/[\n\v\f\r\x85]/)
export const notLineFeed = bytesBut(byteSet(10))

/** The classes that follow a backslash, inside and outside of brackets. */
const classes: ReadonlyMap<string, ByteSet> = new Map([
  ...Object.entries({ d: digit, w: wordBytes, s: space, h: horizontal, v: vertical }),
  ...Object.entries({ D: bytesBut(digit), W: bytesBut(wordBytes), S: bytesBut(space) }),
  ...Object.entries({ H: bytesBut(horizontal), V: bytesBut(vertical) }),
])

const graph = latinSet(/[!-~\xa0-\xff]/)
const posix: ReadonlyMap<string, ByteSet> = new Map(
  Object.entries({
    alpha: letter,
    lower,
    upper,
    digit,
    word: wordBytes,
    space,
    graph,
    alnum: bytesOfAny([letter, digit]),
    ascii: bytesBetween(0, 127),
    xdigit: latinSet(/[\da-fA-F]/),
    blank: latinSet(/[ \t]/),
    cntrl: bytesOfAny([bytesBetween(0, 31), bytesBetween(127, 159)]),
    print: bytesOfAny([graph, byteSet(32)]),
    punct: latinSet(/[!-/:-@[-`{-~\xa1-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7]/),
  }),
)

export const classNamed = (name: string): ByteSet | undefined => classes.get(name)
export const posixNamed = (name: string): ByteSet | undefined => posix.get(name)

/** The properties that PCRE adds to those of Unicode. */
const ownProperties: ReadonlyMap<string, string> = new Map([
  ['Any', '[^]'],
  ['L&', '[\\p{Lu}\\p{Ll}\\p{Lt}]'],
  ['Xan', '[\\p{L}\\p{N}]'],
  ['Xwd', '[\\p{L}\\p{N}_]'],
  ['Xsp', '[\\p{Z}\\t\\n\\v\\f\\r\\x85]'],
  ['Xps', '[\\p{Z}\\t\\n\\v\\f\\r\\x85]'],
  ['Xuc', '[$@`\\xa0-\\xff]'],
])
const known = new Map<string, ByteSet | undefined>()

/** Returns the set of a property. Bytes count as the characters with their number, as in PCRE without UTF. */
export function propertyNamed(name: string): ByteSet | undefined {
  if (!known.has(name) && known.size < 1000) known.set(name, readProperty(name))
  return known.get(name)
}

function readProperty(name: string): ByteSet | undefined {
  const own = ownProperties.get(name)
  const asCategory = /^(?:C[cfnos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/.test(name)
  if (own === undefined && !asCategory && !/^[A-Z][a-zA-Z_]{2,30}$/.test(name)) return undefined
  try {
    return latinSet(new RegExp(own ?? (asCategory ? `\\p{${name}}` : `\\p{Script=${name}}`), 'u'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const otherCase = (code: number): number => {
  const other = upper[code] === 1 ? code + 32 : lower[code] === 1 ? code - 32 : code
  return upper[other] === 1 || lower[other] === 1 ? other : code
}

const inOtherCase = Uint8Array.from({ length: 256 }, (_, code) => otherCase(code))

export const inAnyCase = (set: ByteSet): ByteSet =>
  setWhere((code) => set[code] === 1 || hasByte(set, inOtherCase[code]))

export const isSameByte = (
  one: number | undefined,
  other: number | undefined,
  isCaseless: boolean,
): boolean => one === other || (isCaseless && one !== undefined && inOtherCase[one] === other)
