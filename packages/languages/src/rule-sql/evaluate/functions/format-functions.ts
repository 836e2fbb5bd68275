import type { EvaluationBudget } from '../budget.ts'
import { latinToBytes, toLatin } from '../byte-text.ts'
import { erlangFloat, formatFixedFloat } from '../float-text.ts'
import { printInteger } from '../integers.ts'
import { byBytes } from '../json-text.ts'
import { failure } from '../rule-failure.ts'
import { atomName, isBinary, isList, isMap, Opaque, type Term, toBinary, toBytes } from '../term.ts'
import { budgetIn, type FunctionTable, type RuleFunction, taking } from './arguments.ts'

/** Limits the widths of Erlang's `io_lib:format`, over bytes; no real text is wider. */
const widest = 100_000

const badarg = () => failure('badarg')

const isSeen = (code: number) =>
  (code >= 32 && code < 127) || (code >= 160 && code < 256) || [8, 9, 10, 11, 12, 13, 27].includes(code)

const quotes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
}

const quote = (text: string) => `"${[...text].map((character) => quotes[character] ?? character).join('')}"`

/** Prints a term as Erlang does: `p` prints texts as texts, `w` prints them as numbers. */
class TermPrinter {
  readonly #form: 'p' | 'w'
  readonly #budget: EvaluationBudget
  #size = 0

  constructor(form: 'p' | 'w', budget: EvaluationBudget) {
    this.#form = form
    this.#budget = budget
  }

  /** Prints a term. `depth` cuts long lists off with dots; a negative depth does not. */
  print(term: Term, depth: number): string {
    if (depth === 0) return '...'
    // A negative value counts the present depth.
    this.#budget.checkDepth(-depth)
    this.#budget.spend()
    const text = this.#text(term, depth)
    if (!isList(term) && !isMap(term)) this.#add(text.length)
    return text
  }

  #add(size: number): void {
    this.#size += size
    this.#budget.foresee(this.#size)
  }

  #text(term: Term, depth: number): string {
    if (typeof term === 'bigint') return printInteger(term, this.#budget)
    if (typeof term === 'number') return erlangFloat(term)
    if (isBinary(term)) return this.#binary(toBytes(term))
    if (isList(term)) return this.#list(term, depth)
    if (isMap(term)) {
      this.#add(term.size * 8)
      this.#budget.spend(term.size * 16)
      const pairs = [...term].sort(([a], [b]) => byBytes(a, b))
      const shown = pairs.map(
        ([key, value]) => `${this.print(key, depth - 1)} => ${this.print(value, depth - 1)}`,
      )
      return `#{${shown.join(',')}}`
    }
    if (term instanceof Opaque) throw badarg()
    const name = atomName(term) ?? ''
    return /^[a-z][\w@]*$/.test(name) ? name : `'${name}'`
  }

  #binary(bytes: Uint8Array): string {
    this.#budget.spend(bytes.length * 2)
    this.#budget.foresee(this.#size + bytes.length * 4)
    const isText = this.#form === 'p' && bytes.every(isSeen)
    if (isText && bytes.length > 0) return `<<${quote(toLatin(bytes))}>>`
    return `<<${bytes.join(',')}>>`
  }

  #list(list: readonly Term[], depth: number): string {
    this.#budget.spend(list.length)
    this.#add(list.length + 2)
    const codes = list.map((item) => (typeof item === 'bigint' ? Number(item) : -1))
    if (this.#form === 'p' && codes.length > 0 && codes.every(isSeen))
      return quote(toLatin(Uint8Array.from(codes)))
    const shown = depth < 0 ? list.length : Math.max(0, depth - 1)
    const items = list.slice(0, shown).map((item) => this.print(item, depth - 1))
    return `[${items.join(',')}${list.length > shown ? '|...' : ''}]`
  }
}

interface Control {
  readonly width: number | undefined
  readonly precision: number | undefined
  readonly fill: string
}

/**
 * Pads a text; a negative width pads on the right. A text that does not fit becomes stars, or is cut if the value is
 * text.
 */
function pad(text: string, { width, fill }: Control, overflow: 'stars' | 'cut' | 'show' = 'stars'): string {
  if (width === undefined) return text
  const room = Math.abs(width)
  if (text.length > room) {
    if (overflow === 'show') return text
    return overflow === 'cut' ? text.slice(0, room) : '*'.repeat(room)
  }
  return width < 0 ? text.padEnd(room, fill) : text.padStart(room, fill)
}

function scientific(value: number, digits: number): string {
  if (digits < 2) throw badarg()
  return value.toExponential(digits - 1).replace(/e([+-])/, 'e$1')
}

function float(term: Term, mark: string, control: Control): string {
  if (typeof term !== 'number') throw badarg()
  const { precision = 6 } = control
  if (mark === 'f') {
    if (precision < 1) throw badarg()
    return pad(formatFixedFloat(term, precision), control)
  }
  const size = Math.abs(term)
  if (mark === 'e' || (size !== 0 && size < 0.1) || size >= 10_000) {
    return pad(scientific(term, precision), control)
  }
  const whole = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1
  return pad(formatFixedFloat(term, Math.max(1, precision - (size < 1 ? 0 : whole))), control)
}

function integer(term: Term, mark: string, control: Control, budget: EvaluationBudget): string {
  const base = control.precision ?? 10
  if (typeof term !== 'bigint' || base < 2 || base > 36) throw badarg()
  const digits = printInteger(term < 0n ? -term : term, budget, base)
  const sign = term < 0n ? '-' : ''
  if (mark === '#' || mark === '+') {
    return pad(`${sign}${base}#${mark === '#' ? digits.toUpperCase() : digits}`, control)
  }
  return pad(`${sign}${mark === 'B' ? digits.toUpperCase() : digits}`, control)
}

/** Returns the bytes of a text, whatever lists enclose it. */
function toCharacters(term: Term, budget: EvaluationBudget, depth = 0): string {
  budget.spend()
  budget.checkDepth(depth)
  if (isBinary(term)) {
    budget.spend(term.length)
    budget.make(term.length)
    return toLatin(toBytes(term))
  }
  if (isList(term)) {
    budget.make(term.length)
    const inner = (item: Term) =>
      typeof item === 'bigint' ? code(item) : toCharacters(item, budget, depth + 1)
    return term.map(inner).join('')
  }
  const name = atomName(term)
  if (name === undefined) throw badarg()
  return name
}

function code(value: bigint): string {
  if (value < 0n || value > 255n) throw badarg()
  return String.fromCharCode(Number(value))
}

function text(term: Term, isUnicode: boolean, control: Control, budget: EvaluationBudget): string {
  const whole = toCharacters(term, budget)
  const isWide = isUnicode && typeof term === 'string' && /[\u0100-\uffff]/.test(term)
  // Characters above 255 cannot be converted to the bytes that the broker makes of them.
  if (isWide) throw badarg()
  const shown = control.precision === undefined ? whole : whole.slice(0, control.precision)
  return pad(shown, control, 'cut')
}

function wholeNumber(term: Term): number {
  if (typeof term !== 'bigint') throw badarg()
  return Number(term)
}

const [stepsToFormat, stepsForPart] = [2, 20]

const directive = /~(-?\d+|\*)?(?:\.(-?\d+|\*)?)?(?:\.([\s\S]))?(t|l|k)?([\s\S])/y

function formatText(format: Term, list: Term, budget: EvaluationBudget): Term {
  if (!isBinary(format)) throw badarg()
  const bytes = toBytes(format)
  // The bytes are converted to characters, to bytes and back to text.
  budget.spend(bytes.length * stepsToFormat)
  budget.foresee(bytes.length)
  const given = toLatin(bytes)
  const values = isList(list) ? list : []
  let taken = 0
  const next = () => {
    if (taken >= values.length) throw badarg()
    taken += 1
    return values[taken - 1]
  }
  const size = (written: string | undefined) => {
    if (written === undefined) return undefined
    const value = written === '*' ? wholeNumber(next()) : Number(written)
    if (!(Math.abs(value) <= widest)) throw badarg()
    return value
  }
  const parts: string[] = []
  let [made, at] = [0, 0]
  const add = (part: string) => {
    budget.spend(stepsForPart)
    made += part.length
    budget.foresee(made)
    parts.push(part)
  }
  for (;;) {
    const mark = given.indexOf('~', at)
    add(given.slice(at, mark < 0 ? given.length : mark))
    if (mark < 0) break
    directive.lastIndex = mark
    const found = directive.exec(given)
    if (found === null) throw badarg()
    at = directive.lastIndex
    const [, width, precision, fill = ' ', modifier, letter = ''] = found
    const control = { width: size(width), precision: size(precision), fill }
    add(formatOne(letter, control, modifier === 't', { next, budget }))
    if (made > widest * 10) throw badarg()
  }
  if (taken < values.length) throw badarg()
  budget.spend(made)
  return toBinary(latinToBytes(parts.join('')))
}

interface Arguments {
  next(): Term
  readonly budget: EvaluationBudget
}

function formatOne(mark: string, control: Control, isUnicode: boolean, { next, budget }: Arguments): string {
  const write = (term: Term, form: 'p' | 'w', depth: number) =>
    new TermPrinter(form, budget).print(term, depth)
  const repeated = Math.abs(control.width ?? 1)
  switch (mark) {
    case '~':
    case 'n':
      return (mark === 'n' ? '\n' : '~').repeat(repeated)
    case 'c': {
      const value = next()
      if (typeof value !== 'bigint' || (isUnicode && value > 255n)) throw badarg()
      return code(value & 255n).repeat(repeated)
    }
    case 's':
      return text(next(), isUnicode, control, budget)
    case 'f':
    case 'e':
    case 'g':
      return float(next(), mark, control)
    case 'b':
    case 'B':
    case '#':
    case '+':
      return integer(next(), mark, control, budget)
    case 'x':
    case 'X': {
      const [value, prefix] = [next(), next()]
      if (!isList(prefix)) throw badarg()
      const digits = integer(value, mark === 'x' ? 'b' : 'B', { ...control, width: undefined }, budget)
      return pad(
        `${digits.startsWith('-') ? '-' : ''}${toCharacters(prefix, budget)}${digits.replace('-', '')}`,
        control,
      )
    }
    case 'w':
      return pad(write(next(), 'w', -1), control)
    case 'p':
      return write(next(), 'p', -1)
    case 'W':
    case 'P': {
      const [value, depth] = [next(), next()]
      if (typeof depth !== 'bigint') throw badarg()
      return write(value, mark === 'W' ? 'w' : 'p', Number(depth))
    }
    case 'i':
      next()
      return ''
    default:
      throw badarg()
  }
}

const sprintf: RuleFunction = {
  counts: 'any',
  run(args, around) {
    if (args.length === 0) throw failure('sql_function_not_supported')
    return formatText(args[0], args.slice(1), budgetIn(around))
  },
}

export const formatFunctions: FunctionTable = {
  sprintf,
  sprintf_s: taking(2)(([format, list], around) => formatText(format, list, budgetIn(around))),
}
