import { failure, noClause } from '../rule-failure.ts'
import { binaryOf, bytesOf, isBinary, isList, type Term } from '../term.ts'
import { binaryIn, type FunctionTable, integerIn, listIn, taking } from './arguments.ts'
import { concatenated, joinedBytes, textOf } from './text-of.ts'

const escapes: Readonly<Record<string, string>> = {
  ...{
    '\\': '\\',
    n: '\n',
    t: '\t',
    r: '\r',
    b: '\b',
    f: '\f',
    v: '\v',
    "'": "'",
    '"': '"',
    '?': '?',
    a: '\x07',
  },
}

/** Escapes as in C; `\x` takes all hex digits that follow. */
function unescaped(text: string): string {
  return text.replace(/\\(x[\da-fA-F]+|[\s\S]?)/gu, (_, mark: string) => {
    if (mark.startsWith('x') && mark.length > 1) {
      const code = Number.parseInt(mark.slice(1), 16)
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw failure('invalid_unicode_character')
      return String.fromCodePoint(code)
    }
    const known = escapes[mark]
    // A single backslash at the end is itself.
    if (known === undefined && mark !== '') throw failure('unrecognized_escape_sequence')
    return known ?? '\\'
  })
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** All of ASCII but the carriage return, which is one with a line feed behind it. */
const isPlain = (text: string) => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f || code === 0x0d) return false
  }
  return true
}

/** What a reader counts as characters. */
function graphemes(text: string): string[] {
  return isPlain(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Where one sequence stands in another, from `from`; -1 if nowhere. */
function indexOfGraphemes(
  parts: readonly string[],
  wanted: readonly string[],
  from: number,
  which: 'first' | 'last',
): number {
  const stands = (at: number) => wanted.every((part, step) => parts[at + step] === part)
  const last = parts.length - wanted.length
  if (which === 'last') {
    for (let at = last; at >= from; at--) if (stands(at)) return at
  } else {
    for (let at = from; at <= last; at++) if (stands(at)) return at
  }
  return -1
}

/** A pad or a text of more is nobody's. */
const longest = 1_000_000n

const one = taking(1)

/** Text of what has to be one; bytes that are none fail as in Erlang's `string`. */
function textIn(term: Term): string {
  const binary = binaryIn(term)
  if (typeof binary === 'string') return binary
  throw failure('badarg')
}

const blank = '[\\t-\\r \\u0085\\u200e\\u200f\\u2028\\u2029]+'
const leadingBlank = new RegExp(`^${blank}`)
const trailingBlank = new RegExp(`(?<!${blank.slice(0, -1)})${blank}$`)

/** Characters as the bytes that Erlang makes of a list of them: none above 255. */
function latin(characters: string): string | Uint8Array {
  const codes = [...characters].map((character) => character.codePointAt(0) ?? 0)
  if (codes.some((code) => code > 255)) throw failure('badarg')
  return binaryOf(Uint8Array.from(codes))
}

function sliced(text: string, start: Term, length: Term): string {
  const [from, count] = [integerIn(start), length === undefined ? longest * 100n : integerIn(length)]
  if (from < 0n || count < 0n) throw noClause()
  return graphemes(text)
    .slice(Number(from), Number(from + count))
    .join('')
}

function splitAt(text: string, separator: string, where: 'all' | 'leading' | 'trailing'): readonly string[] {
  if (separator === '') return [text]
  const [parts, wanted] = [graphemes(text), graphemes(separator)]
  const found: string[] = []
  let from = 0
  if (where === 'trailing') {
    const at = indexOfGraphemes(parts, wanted, 0, 'last')
    if (at < 0) return [text]
    return [parts.slice(0, at).join(''), parts.slice(at + wanted.length).join('')]
  }
  for (;;) {
    const at = indexOfGraphemes(parts, wanted, from, 'first')
    if (at < 0) break
    found.push(parts.slice(from, at).join(''))
    from = at + wanted.length
    if (where === 'leading') break
  }
  return [...found, parts.slice(from).join('')]
}

const positions = ['leading', 'trailing'] as const

function positionIn(term: Term, usual: 'leading' | 'all'): 'all' | 'leading' | 'trailing' {
  if (term === undefined) return usual
  if (term === 'all' && usual === 'all') return 'all'
  const found = positions.find((one) => one === term)
  if (found === undefined) throw noClause()
  return found
}

function split(args: readonly Term[]): Term {
  const [text, separator, how] = args
  const isShort = args.length === 2
  const known =
    isShort || ['notrim', 'leading', 'leading_notrim', 'trailing', 'trailing_notrim'].includes(String(how))
  if (!known) throw noClause()
  const where = how === undefined ? 'all' : String(how).split('_')[0]
  const parts = splitAt(
    textIn(text),
    textIn(separator),
    where === 'leading' ? 'leading' : where === 'trailing' ? 'trailing' : 'all',
  )
  return String(how ?? '').includes('notrim') ? parts : parts.filter((part) => part !== '')
}

/** Byte by byte; carriage return and line feed are one where there are several separators. */
function tokens([text, separators, option]: readonly Term[], isShort: boolean): Term {
  if (!isBinary(text) || !isBinary(separators)) throw failure('badarg')
  if (!isShort && option !== 'nocrlf') throw noClause()
  const codes = [...bytesOf(separators)].map((code) => String.fromCharCode(code))
  const set = new Set(isShort ? codes : [...codes, '\r', '\n', '\r\n'])
  const given = Array.from(bytesOf(text), (code) => String.fromCharCode(code)).join('')
  const parts = set.size > 1 ? (given.match(/\r\n|[\s\S]/g) ?? []) : given.split('')
  const found: string[] = []
  let word = ''
  for (const part of [...parts, undefined]) {
    if (part !== undefined && !set.has(part)) word += part
    else if (word !== '') {
      found.push(word)
      word = ''
    }
  }
  return found.map((token) => binaryOf(Uint8Array.from(token, (character) => character.charCodeAt(0))))
}

function pad(args: readonly Term[]): Term {
  const [term, length, side = 'trailing', filler = ' '] = args
  const text = textIn(term)
  const wanted = integerIn(length)
  if (args.length > 2 && !['leading', 'trailing', 'both'].includes(String(side))) throw noClause()
  const fill = textIn(filler)
  const missing = wanted - BigInt(graphemes(text).length)
  if (missing <= 0n || fill === '') return text
  if (missing > longest) throw failure('system_limit')
  const part = (count: number) => latinText(fill.repeat(count))
  const count = Number(missing)
  const before = side === 'leading' ? count : side === 'both' ? Math.floor(count / 2) : 0
  return binaryOf(joinedBytes([part(before), bytesOf(text), part(count - before)]))
}

const latinText = (characters: string) => bytesOf(latin(characters))

function replace(args: readonly Term[]): Term {
  const [text, pattern, replacement, where] = args
  const parts = splitAt(
    textIn(text),
    textIn(pattern),
    positionIn(args.length === 3 ? undefined : where, 'all'),
  )
  return parts.join(textIn(replacement))
}

function find(args: readonly Term[]): Term {
  const [text, pattern, where] = args
  const parts = graphemes(textIn(text))
  const from = positionIn(args.length === 2 ? undefined : where, 'leading')
  const wanted = graphemes(textIn(pattern))
  const at = indexOfGraphemes(parts, wanted, 0, from === 'trailing' ? 'last' : 'first')
  return at < 0 ? '' : parts.slice(at).join('')
}

function joined(separator: Term, list: Term): Term {
  const between = bytesOf(binaryIn(separator))
  const parts = listIn(list).map((item) => bytesOf(textOf(item)))
  return binaryOf(joinedBytes(parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]))))
}

export const textFunctions: FunctionTable = {
  lower: one(([x]) => textIn(x).toLowerCase()),
  upper: one(([x]) => textIn(x).toUpperCase()),
  trim: one(([x]) => textIn(x).replace(leadingBlank, '').replace(trailingBlank, '')),
  ltrim: one(([x]) => textIn(x).replace(leadingBlank, '')),
  rtrim: taking(
    1,
    2,
  )((args) => {
    if (args.length > 1) throw noClause()
    return textIn(args[0]).replace(trailingBlank, '')
  }),
  rm_prefix: taking(2)(([text, prefix]) => {
    if (!isBinary(prefix)) throw failure('badarg')
    return typeof text === 'string' && typeof prefix === 'string' && text.startsWith(prefix)
      ? text.slice(prefix.length)
      : text
  }),
  reverse: one(([x]) => latin(graphemes(textIn(x)).reverse().join(''))),
  strlen: one(([x]) => BigInt(graphemes(textIn(x)).length)),
  substr: taking(
    2,
    3,
  )((args) => {
    const [text, start, length] = args
    if (args.length === 3) integerIn(length)
    return sliced(textIn(text), start, length)
  }),
  split: taking(2, 3)(split),
  tokens: taking(2, 3)((args) => tokens(args, args.length === 2)),
  concat: taking(1, 2)((args) => concatenated(args.length === 1 ? listIn(args[0]) : args)),
  pad: taking(2, 3, 4)(pad),
  replace: taking(3, 4)(replace),
  find: taking(2, 3)(find),
  ascii: one(([x]) => {
    const [first] = bytesOf(binaryIn(x))
    if (first === undefined) throw failure('badmatch')
    return BigInt(first)
  }),
  join_to_string: taking(
    1,
    2,
  )((args) => (args.length === 1 ? joined(', ', args[0]) : joined(args[0], args[1]))),
  unescape: one(([x]) => unescaped(textIn(x))),
  join_to_sql_values_string: one(([list]) => {
    if (!isList(list)) throw failure('bad_generator')
    return list.map(sqlValue).join(', ')
  }),
}

function sqlValue(item: Term): string {
  if (item === undefined) return 'NULL'
  const text = textOf(item)
  if (typeof item === 'bigint' || typeof item === 'number') return String(text)
  const plain = typeof text === 'string' ? text : new TextDecoder().decode(text)
  return `'${plain.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
