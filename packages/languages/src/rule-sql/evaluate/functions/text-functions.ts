import type { EvaluationBudget } from '../budget.ts'
import { latinToBytes } from '../byte-text.ts'
import { failure, noClause } from '../rule-failure.ts'
import { isBinary, isList, type Term, toBinary, toBytes } from '../term.ts'
import {
  binaryIn,
  budgetIn,
  type CallContext,
  type FunctionTable,
  integerIn,
  listIn,
  taking,
  wordIn,
} from './arguments.ts'
import { findParts } from './find-parts.ts'
import { countGraphemes, graphemes, isPlain } from './graphemes.ts'
import { concatenateTerms, joinBytes, toTermTexts } from './term-text.ts'
import { unescapeText } from './unescape.ts'

/** The maximum length of padding or text; no real value is longer. */
const longest = 1_000_000n

const one = taking(1)

/** Returns an argument as text; invalid UTF-8 fails as in Erlang's `string`. */
function textIn(term: Term): string {
  const binary = binaryIn(term)
  if (typeof binary === 'string') return binary
  throw failure('badarg')
}

const blank = '[\\t-\\r \\u0085\\u200e\\u200f\\u2028\\u2029]+'
const leadingBlank = new RegExp(`^${blank}`)
const trailingBlank = new RegExp(`(?<!${blank.slice(0, -1)})${blank}$`)

/** Converts characters to the bytes that Erlang makes of a list of them; no character may be above 255. */
function latin(characters: string): string | Uint8Array {
  if (/[\u0100-\uffff]/.test(characters)) throw failure('badarg')
  return toBinary(latinToBytes(characters))
}

function sliceText(text: string, start: Term, length: Term, budget: EvaluationBudget): string {
  const [from, count] = [integerIn(start), length === undefined ? longest * 100n : integerIn(length)]
  if (from < 0n || count < 0n) throw noClause()
  const [begin, end] = [Number(from), Number(from + count)]
  budget.read(text.length)
  return isPlain(text) ? text.slice(begin, end) : graphemes(text, budget).slice(begin, end).join('')
}

/** Searching for a longer separator may take time proportional to the product of both lengths. */
const longestQuick = 16
/** The steps for each character, which may be a part of its own. */
const stepsToSplit = 2

function splitAt(
  text: string,
  separator: string,
  where: 'all' | 'leading' | 'trailing',
  budget: EvaluationBudget,
): readonly string[] {
  if (separator === '') return [text]
  budget.spend(text.length * stepsToSplit)
  if (separator.length <= longestQuick && isPlain(text) && isPlain(separator)) {
    if (where === 'all') return text.split(separator)
    const at = where === 'leading' ? text.indexOf(separator) : text.lastIndexOf(separator)
    return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
  }
  const [parts, wanted] = [graphemes(text, budget), graphemes(separator, budget)]
  const found = findParts(parts, wanted, where)
  budget.makeTerms(found.length)
  const from = [0, ...found.map((at) => at + wanted.length)]
  return from.map((begin, place) => parts.slice(begin, found[place]).join(''))
}

const positions = ['leading', 'trailing'] as const

function positionIn(term: Term, usual: 'leading' | 'all'): 'all' | 'leading' | 'trailing' {
  if (term === undefined) return usual
  if (term === 'all' && usual === 'all') return 'all'
  const found = positions.find((one) => one === term)
  if (found === undefined) throw noClause()
  return found
}

function split(args: readonly Term[], around: CallContext): Term {
  const [text, separator, how] = args
  const isShort = args.length === 2
  const known =
    isShort || ['notrim', 'leading', 'leading_notrim', 'trailing', 'trailing_notrim'].includes(wordIn(how))
  if (!known) throw noClause()
  const where = how === undefined ? 'all' : wordIn(how).split('_')[0]
  const parts = splitAt(
    textIn(text),
    textIn(separator),
    where === 'leading' ? 'leading' : where === 'trailing' ? 'trailing' : 'all',
    budgetIn(around),
  )
  return wordIn(how).includes('notrim') ? parts : parts.filter((part) => part !== '')
}

const stepsToTake = 4
const stepsToRemake = 20

/** Splits byte by byte; a carriage return with line feed counts as one separator if there are several separators. */
function tokens(args: readonly Term[], around: CallContext): Term {
  const [text, separators, option] = args
  const isShort = args.length === 2
  if (!isBinary(text) || !isBinary(separators)) throw failure('badarg')
  if (!isShort && option !== 'nocrlf') throw noClause()
  const [budget, bytes] = [budgetIn(around), toBytes(text)]
  budget.spend((bytes.length + separators.length) * stepsToTake)
  // ASCII is the same as text and as bytes; bytes of any other text must be converted back.
  const plain = typeof text === 'string' && bytes.length === text.length ? text : undefined
  if (plain === undefined) budget.spend(bytes.length * stepsToRemake)
  const set = new Set(toBytes(separators))
  if (!isShort) for (const code of [carriageReturn, lineFeed]) set.add(code)
  const isPairOne = !isShort || set.size > 1
  const found: (string | Uint8Array)[] = []
  const add = (from: number, to: number) => {
    if (to > from) found.push(plain === undefined ? toBinary(bytes.slice(from, to)) : plain.slice(from, to))
  }
  let [from, at] = [0, 0]
  while (at < bytes.length) {
    const code = bytes[at] ?? 0
    const isPair = isPairOne && code === carriageReturn && bytes[at + 1] === lineFeed
    const next = at + (isPair ? 2 : 1)
    if (isPair ? !isShort : set.has(code)) {
      add(from, at)
      from = next
    }
    at = next
  }
  add(from, at)
  return found
}

const [lineFeed, carriageReturn] = [10, 13]

function pad(args: readonly Term[], around: CallContext): Term {
  const [term, length, side = 'trailing', filler = ' '] = args
  const budget = budgetIn(around)
  const text = textIn(term)
  const wanted = integerIn(length)
  if (args.length > 2 && !['leading', 'trailing', 'both'].includes(wordIn(side))) throw noClause()
  const fill = textIn(filler)
  const missing = wanted - BigInt(countGraphemes(text, budget))
  if (missing <= 0n || fill === '') return text
  if (missing > longest) throw failure('system_limit')
  budget.foresee(fill.length * Number(missing))
  budget.spend(fill.length * Number(missing))
  const part = (count: number) => latinText(fill.repeat(count))
  const count = Number(missing)
  const before = side === 'leading' ? count : side === 'both' ? Math.floor(count / 2) : 0
  return toBinary(joinBytes([part(before), toBytes(text), part(count - before)]))
}

const latinText = (characters: string) => toBytes(latin(characters))

function replace(args: readonly Term[], around: CallContext): Term {
  const budget = budgetIn(around)
  const [text, pattern, replacement, where] = args
  const parts = splitAt(
    textIn(text),
    textIn(pattern),
    positionIn(args.length === 3 ? undefined : where, 'all'),
    budget,
  )
  const between = textIn(replacement)
  budget.foresee(between.length * (parts.length - 1))
  budget.read(between.length * (parts.length - 1))
  return parts.join(between)
}

function find(args: readonly Term[], around: CallContext): Term {
  const [text, pattern, where] = args
  const parts = graphemes(textIn(text), budgetIn(around))
  const from = positionIn(args.length === 2 ? undefined : where, 'leading')
  const wanted = graphemes(textIn(pattern), budgetIn(around))
  const [at] = findParts(parts, wanted, from)
  return at === undefined ? '' : parts.slice(at).join('')
}

function joinTerms(separator: Term, list: Term, budget: EvaluationBudget): Term {
  const separating = binaryIn(separator)
  const between = toBytes(separating)
  const texts = toTermTexts(listIn(list), budget, between.length)
  const plain = [separating, ...texts].every((text) => typeof text === 'string')
  if (plain) return texts.join(String(separating))
  budget.spend(texts.length * stepsToRemake)
  const parts = texts.map(toBytes)
  return toBinary(joinBytes(parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]))))
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
  reverse: one(([x], around) => latin(graphemes(textIn(x), budgetIn(around)).reverse().join(''))),
  strlen: one(([x], around) => BigInt(countGraphemes(textIn(x), budgetIn(around)))),
  substr: taking(
    2,
    3,
  )((args, around) => {
    const [text, start, length] = args
    if (args.length === 3) integerIn(length)
    return sliceText(textIn(text), start, length, budgetIn(around))
  }),
  split: taking(2, 3)(split),
  tokens: taking(2, 3)(tokens),
  concat: taking(
    1,
    2,
  )((args, around) => concatenateTerms(args.length === 1 ? listIn(args[0]) : args, budgetIn(around))),
  pad: taking(2, 3, 4)(pad),
  replace: taking(3, 4)(replace),
  find: taking(2, 3)(find),
  ascii: one(([x]) => {
    const [first] = toBytes(binaryIn(x))
    if (first === undefined) throw failure('badmatch')
    return BigInt(first)
  }),
  join_to_string: taking(
    1,
    2,
  )((args, around) => {
    const [between, list] = args.length === 1 ? [separator, args[0]] : args
    return joinTerms(between, list, budgetIn(around))
  }),
  unescape: one(([x], around) => unescapeText(textIn(x), budgetIn(around))),
  join_to_sql_values_string: one(([list], around) => {
    if (!isList(list)) throw failure('bad_generator')
    const texts = toTermTexts(list, budgetIn(around), separator.length)
    return list.map((item, at) => sqlValue(item, texts[at] ?? '')).join(separator)
  }),
}

const separator = ', '

function sqlValue(item: Term, text: string | Uint8Array): string {
  if (item === undefined) return 'NULL'
  if (typeof item === 'bigint' || typeof item === 'number') return String(text)
  const plain = typeof text === 'string' ? text : new TextDecoder().decode(text)
  return `'${plain.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
