/** Which bytes a class of a pattern has: to the engine a character is one byte. */
export const bytes = Array.from({ length: 256 }, (_, code) => code)
export const range = (from: number, to: number) => bytes.slice(from, to + 1)
export const codesOf = (text: string) => [...text].map((character) => character.charCodeAt(0))
const digits = range(48, 57)
export const upper = range(65, 90)
export const lower = range(97, 122)
const word = [...digits, ...upper, ...lower, 95]
const space = codesOf(' \t\n\v\f\r')
export const others = (codes: readonly number[]) => bytes.filter((code) => !codes.includes(code))
const wordSet = new Set(word)
export const isWord = (code: number | undefined) => code !== undefined && wordSet.has(code)

export const classes: Readonly<Record<string, readonly number[]>> = {
  ...{ d: digits, D: others(digits), w: word, W: others(word), s: space, S: others(space) },
  ...{ h: codesOf(' \t\xa0'), v: codesOf('\n\v\f\r\x85'), N: others([10]), R: codesOf('\n\v\f\r\x85') },
}
const punctuation = range(33, 126).filter((code) => !word.includes(code) || code === 95)
export const posix: Readonly<Record<string, readonly number[]>> = {
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
export const properties: Readonly<Record<string, readonly number[]>> = {
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
