/** Characters by their codes. */
export interface CodeSet {
  has(code: number): boolean
}

/** What a pattern takes for characters, and what its classes have of them. */
export interface Alphabet {
  readonly all: CodeSet
  readonly word: CodeSet
  /** Behind `\x`. */
  readonly hexadecimal: RegExp
  classNamed(name: string): CodeSet | undefined
  posixNamed(name: string): CodeSet | undefined
  propertyNamed(name: string): CodeSet | undefined
  but(has: CodeSet): CodeSet
  between(from: number, to: number): CodeSet
  either(all: readonly CodeSet[]): CodeSet
  inAnyCase(has: CodeSet): CodeSet
}

const bytes = Array.from({ length: 256 }, (_, code) => code)
const range = (from: number, to: number) => bytes.slice(from, to + 1)
const codesOf = (text: string) => [...text].map((character) => character.charCodeAt(0))
const digits = range(48, 57)
const upper = range(65, 90)
const lower = range(97, 122)
const word = [...digits, ...upper, ...lower, 95]
const space = codesOf(' \t\n\v\f\r')
const others = (codes: readonly number[]) => bytes.filter((code) => !codes.includes(code))

const classes: Readonly<Record<string, readonly number[]>> = {
  ...{ d: digits, D: others(digits), w: word, W: others(word), s: space, S: others(space) },
  ...{ h: codesOf(' \t\xa0'), v: codesOf('\n\v\f\r\x85'), N: others([10]), R: codesOf('\n\v\f\r\x85') },
}
const punctuation = range(33, 126).filter((code) => !word.includes(code) || code === 95)
const posix: Readonly<Record<string, readonly number[]>> = {
  ...{
    alpha: [...upper, ...lower],
    digit: digits,
    alnum: [...digits, ...upper, ...lower],
    upper,
    lower,
    word,
    space,
  },
  ...{
    blank: codesOf(' \t'),
    punct: punctuation,
    xdigit: codesOf('0123456789abcdefABCDEF'),
    cntrl: range(0, 31),
  },
  ...{ print: range(32, 126), graph: range(33, 126), ascii: range(0, 127) },
}
const properties: Readonly<Record<string, readonly number[]>> = {
  ...{
    L: [...upper, ...lower],
    Lu: upper,
    Ll: lower,
    N: digits,
    Nd: digits,
    P: punctuation,
    Z: [32],
    Zs: [32],
  },
}
export const marks: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, e: 27, a: 7 }

type Table = Readonly<Record<string, readonly number[]>>
const setsOf = (table: Table): ReadonlyMap<string, CodeSet> =>
  new Map(Object.entries(table).map(([name, codes]) => [name, new Set(codes)]))
const [classSets, posixSets, propertySets] = [setsOf(classes), setsOf(posix), setsOf(properties)]
const allBytes = new Set(bytes)
const bytesWhere = (has: (code: number) => boolean): CodeSet => new Set(bytes.filter(has))

/** To the engine of the broker a character is one byte. */
export const byteAlphabet: Alphabet = {
  all: allBytes,
  word: new Set(word),
  hexadecimal: /\{([\da-fA-F]{1,2})\}|([\da-fA-F]{0,2})/y,
  classNamed: (name) => classSets.get(name),
  posixNamed: (name) => posixSets.get(name),
  propertyNamed: (name) => propertySets.get(name),
  but: (has) => bytesWhere((code) => !has.has(code)),
  between: (from, to) => bytesWhere((code) => code >= from && code <= to),
  either: (all) => bytesWhere((code) => all.some((one) => one.has(code))),
  inAnyCase: (has) =>
    bytesWhere(
      (code) =>
        has.has(code) ||
        (upper.includes(code) && has.has(code + 32)) ||
        (lower.includes(code) && has.has(code - 32)),
    ),
}

const where = (has: (code: number) => boolean): CodeSet => ({ has })
/** A pattern of the language of this program for a single character: nothing to go back for. */
const single = (pattern: string): CodeSet => {
  const asked = new RegExp(`^${pattern}$`, 'su')
  return where((code) => code >= 0 && asked.test(String.fromCodePoint(code)))
}
const not = (has: CodeSet) => where((code) => !has.has(code))
const wide = {
  ...{ d: single('\\p{Nd}'), w: single('[\\p{L}\\p{M}\\p{N}\\p{Pc}]'), s: single('\\s') },
  ...{ h: single('[\\da-fA-F]'), N: single('[^\n]'), R: single('[\\n\\v\\f\\r\\x85]'), v: single('\\v') },
}
const wideClasses: ReadonlyMap<string, CodeSet> = new Map(
  Object.entries({ ...wide, D: not(wide.d), W: not(wide.w), S: not(wide.s), H: not(wide.h) }),
)
const widePosix: ReadonlyMap<string, CodeSet> = new Map([
  ...posixSets,
  ...Object.entries({ word: wide.w, digit: wide.d, space: wide.s, alpha: single('\\p{Alphabetic}') }),
  ...Object.entries({
    upper: single('\\p{Lu}'),
    lower: single('\\p{Ll}'),
    alnum: single('[\\p{L}\\p{M}\\p{N}]'),
  }),
])

function propertyOf(name: string): CodeSet | undefined {
  try {
    return single(`\\p{${name}}`)
  } catch {
    return undefined
  }
}

/** To jq characters are those of Unicode. */
export const characterAlphabet: Alphabet = {
  all: where(() => true),
  word: wide.w,
  hexadecimal: /\{([\da-fA-F]{1,6})\}|([\da-fA-F]{0,2})/y,
  classNamed: (name) => wideClasses.get(name),
  posixNamed: (name) => widePosix.get(name),
  propertyNamed: propertyOf,
  but: not,
  between: (from, to) => where((code) => code >= from && code <= to),
  either: (all) => where((code) => all.some((one) => one.has(code))),
  inAnyCase: (has) =>
    where((code) => {
      const mark = String.fromCodePoint(code)
      const [small, large] = [mark.toLowerCase().codePointAt(0), mark.toUpperCase().codePointAt(0)]
      return [code, small, large].some((one) => one !== undefined && has.has(one))
    }),
}
