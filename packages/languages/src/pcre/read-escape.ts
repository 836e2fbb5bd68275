import { type ByteSet, bytesBut, classNamed, propertyNamed } from './byte-sets.ts'
import type { PatternSource } from './pattern-source.ts'

/** The meaning of an escape: a backslash and the characters after it. */
export type Escape =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'set'; readonly set: ByteSet }
  /** A numbered reference: `\1`, `\g{-1}`. */
  | { readonly kind: 'reference'; readonly group: number }
  /** A named reference: `\k<name>`, `\g{name}`; `at` is the position of the character that ends the name. */
  | { readonly kind: 'named'; readonly name: string; readonly at: number }
  /** A call of a group: `\g<1>`, `\g'name'`. */
  | { readonly kind: 'call'; readonly name: string; readonly at: number }
  /** A letter with a meaning of its own, such as `\b`. */
  | { readonly kind: 'letter'; readonly letter: string }

const codes: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, e: 27, a: 7 }

const badReference = 'reference to non-existent subpattern'

/** Reads an escape after its backslash. */
export function readEscape(source: PatternSource, isInClass: boolean): Escape {
  if (source.isOver) throw source.fault('\\ at end of pattern')
  const letter = source.peek()
  const start = source.at
  source.at += 1
  const code = codes[letter]
  if (code !== undefined) return { kind: 'code', code }
  const set = classNamed(letter)
  if (set !== undefined) return { kind: 'set', set }
  if (letter === 'N' && source.peek() === '{' && !/^\{\d+(?:,\d*)?\}/.test(source.text.slice(source.at)))
    throw source.fault(noNames, start)
  switch (letter) {
    case 'p':
    case 'P':
      return { kind: 'set', set: readProperty(source, letter === 'P') }
    case 'l':
    case 'L':
    case 'u':
    case 'U':
      throw source.fault(noNames, start)
    case 'c':
      return { kind: 'code', code: readControl(source) }
    case 'x':
      return { kind: 'code', code: readHexadecimal(source) }
    case 'o':
      return { kind: 'code', code: readOctal(source, start) }
    case 'g':
      return isInClass ? { kind: 'letter', letter } : readGroupReference(source, start)
    case 'k':
      return isInClass ? { kind: 'letter', letter } : readNameReference(source)
    default:
  }
  if (/\d/.test(letter)) return readDigits(source, letter, isInClass)
  if (/[a-zA-Z]/.test(letter)) return { kind: 'letter', letter }
  return { kind: 'code', code: letter.charCodeAt(0) }
}

const noNames = 'PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u'

function readProperty(source: PatternSource, isNegative: boolean): ByteSet {
  const malformed = 'malformed \\P or \\p sequence'
  const found = source.match(/\{(\^?)([^}]*)\}|[^{]/y)
  if (found === null) throw source.fault(malformed, source.text.length)
  const [whole, hat = '', name = whole] = found
  const set = propertyNamed(name)
  if (set === undefined) throw source.fault('unknown property name after \\P or \\p', source.at - 1)
  return isNegative === (hat === '^') ? set : bytesBut(set)
}

function readControl(source: PatternSource): number {
  if (source.isOver) throw source.fault('\\c at end of pattern')
  const code = source.peek().toUpperCase().charCodeAt(0)
  if (code > 127) throw source.fault('\\c must be followed by an ASCII character')
  source.at += 1
  return code ^ 0x40
}

const tooLarge = 'character value in \\x{} or \\o{} is too large'
const noDigits = 'digits missing in \\x{} or \\o{}'

function readHexadecimal(source: PatternSource): number {
  if (!source.take('{')) return Number.parseInt(source.match(/[\da-fA-F]{0,2}/y)?.[0] || '0', 16)
  return readBraced(source, 16, /[\da-fA-F]*/y, 'non-hex character in \\x{} (closing brace missing?)')
}

function readOctal(source: PatternSource, start: number): number {
  if (!source.take('{')) throw source.fault('missing opening brace after \\o', start)
  if (source.peek() === '}') throw source.fault(noDigits, start)
  return readBraced(source, 8, /[0-7]*/y, 'non-octal character in \\o{} (closing brace missing?)')
}

function readBraced(source: PatternSource, base: number, digits: RegExp, unclosed: string): number {
  if (source.peek() === '}') throw source.fault(noDigits)
  const code = Number.parseInt(source.match(digits)?.[0] || '0', base)
  if (code > 255) throw source.fault(tooLarge)
  if (!source.take('}')) throw source.fault(unclosed)
  return code
}

/** Outside of brackets, a number is a reference if it is below 8 or if that many groups precede it. */
function readDigits(source: PatternSource, first: string, isInClass: boolean): Escape {
  if (first !== '0' && !isInClass) {
    const start = source.at
    const number = Number(first + (source.match(/\d*/y)?.[0] ?? ''))
    if (number < 8 || number <= source.groups) return { kind: 'reference', group: number }
    source.at = start
  }
  if (first >= '8') return { kind: 'code', code: first.charCodeAt(0) }
  const rest = source.match(/[0-7]{0,2}/y)?.[0] ?? ''
  const code = Number.parseInt(first + rest, 8)
  if (code > 255)
    throw source.fault('octal value is greater than \\377 in 8-bit non-UTF-8 mode', source.at - 1)
  return { kind: 'code', code }
}

function readNameReference(source: PatternSource): Escape {
  const found = source.match(/\{(\w+)\}|<(\w+)>|'(\w+)'/y)
  if (found === null) {
    const opens = /[{<']/.test(source.peek() || ' ')
    if (!opens)
      throw source.fault('\\k is not followed by a braced, angle-bracketed, or quoted name', source.at - 1)
    throw badName(source, source.at + 1)
  }
  return { kind: 'named', name: found[1] ?? found[2] ?? found[3] ?? '', at: source.at - 1 }
}

/** Returns the error for an invalid name that begins at `start`. */
export function badName(source: PatternSource, start: number) {
  source.at = start
  if (/\d/.test(source.peek())) return source.fault('group name must start with a non-digit')
  const name = source.match(/\w*/y)?.[0] ?? ''
  if (name === '') return source.fault('subpattern name expected')
  return source.fault('syntax error in subpattern name (missing terminator)')
}

function readGroupReference(source: PatternSource, start: number): Escape {
  const call = source.match(/<([+-]?\w+)>|'([+-]?\w+)'/y)
  if (call !== null) return { kind: 'call', name: call[1] ?? call[2] ?? '', at: source.at - 1 }
  const named = source.match(/\{(\w*[a-zA-Z_]\w*)\}/y)
  if (named !== null) return { kind: 'named', name: named[1] ?? '', at: source.at - 1 }
  const isBraced = source.take('{')
  const isNegative = source.take('-')
  const number = Number(source.match(/\d*/y)?.[0] || '0')
  if (isBraced && source.peek() !== '}')
    throw source.fault(
      '\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain number',
    )
  const last = isBraced ? source.at : source.at - 1
  if (number === 0) throw source.fault('a numbered reference must not be zero', Math.max(last, start))
  if (isNegative && number > source.groups) throw source.fault(badReference, last)
  if (isBraced) source.at += 1
  return { kind: 'reference', group: isNegative ? source.groups - number + 1 : number }
}
