import { erlangFloat, fixedFloat } from '../float-text.ts'
import { byBytes } from '../json-text.ts'
import { failure } from '../rule-failure.ts'
import { atomName, binaryOf, bytesOf, isBinary, isList, isMap, Opaque, type Term } from '../term.ts'
import { type FunctionTable, type RuleFunction, taking } from './arguments.ts'
import { latinOf } from './dates.ts'

/** Of Erlang's `io_lib:format`, over bytes. A text of more is nobody's. */
const widest = 100_000

const badarg = () => failure('badarg')

const isSeen = (code: number) =>
  (code >= 32 && code < 127) || (code >= 160 && code < 256) || [8, 9, 10, 11, 12, 13, 27].includes(code)

const quotes: Readonly<Record<string, string>> = {
  ...{ '\n': '\\n', '\t': '\\t', '\r': '\\r', '\b': '\\b', '\f': '\\f', '\v': '\\v', '\x1b': '\\e' },
  ...{ '"': '\\"', '\\': '\\\\' },
}

const quoted = (text: string) => `"${[...text].map((character) => quotes[character] ?? character).join('')}"`

/** A term as Erlang writes it: `p` shows texts as texts, `w` as numbers; `depth` ends long lists with dots. */
function written(term: Term, form: 'p' | 'w', depth: number): string {
  if (depth === 0) return '...'
  if (typeof term === 'bigint') return term.toString()
  if (typeof term === 'number') return erlangFloat(term)
  if (isBinary(term)) {
    const bytes = bytesOf(term)
    const text = latinOf(bytes)
    return form === 'p' && bytes.every(isSeen) && bytes.length > 0
      ? `<<${quoted(text)}>>`
      : `<<${bytes.length === 0 && form === 'p' ? '' : [...bytes].join(',')}>>`
  }
  if (isList(term)) {
    const codes = term.map((item) => (typeof item === 'bigint' ? Number(item) : -1))
    if (form === 'p' && codes.length > 0 && codes.every(isSeen)) return quoted(String.fromCharCode(...codes))
    const shown = depth < 0 ? term.length : Math.max(0, depth - 1)
    const items = term.slice(0, shown).map((item) => written(item, form, depth < 0 ? depth : depth - 1))
    return `[${items.join(',')}${term.length > shown ? '|...' : ''}]`
  }
  if (isMap(term)) {
    const pairs = [...term].sort(([a], [b]) => byBytes(a, b))
    const shown = pairs.map(
      ([key, value]) => `${written(key, form, depth - 1)} => ${written(value, form, depth - 1)}`,
    )
    return `#{${shown.join(',')}}`
  }
  if (term instanceof Opaque) throw badarg()
  const name = atomName(term) ?? ''
  return /^[a-z][\w@]*$/.test(name) ? name : `'${name}'`
}

interface Control {
  readonly width: number | undefined
  readonly precision: number | undefined
  readonly fill: string
}

/** A negative width is room at the right. What does not fit is stars, or cut where it is text. */
function placed(
  text: string,
  { width, fill }: Control,
  overflow: 'stars' | 'cut' | 'show' = 'stars',
): string {
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
    return placed(fixedFloat(term, precision), control)
  }
  const size = Math.abs(term)
  if (mark === 'e' || (size !== 0 && size < 0.1) || size >= 10_000) {
    return placed(scientific(term, precision), control)
  }
  const whole = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1
  return placed(fixedFloat(term, Math.max(1, precision - (size < 1 ? 0 : whole))), control)
}

function integer(term: Term, mark: string, control: Control): string {
  const base = control.precision ?? 10
  if (typeof term !== 'bigint' || base < 2 || base > 36) throw badarg()
  const digits = (term < 0n ? -term : term).toString(base)
  const sign = term < 0n ? '-' : ''
  if (mark === '#' || mark === '+') {
    return placed(`${sign}${base}#${mark === '#' ? digits.toUpperCase() : digits}`, control)
  }
  return placed(`${sign}${mark === 'B' ? digits.toUpperCase() : digits}`, control)
}

/** The bytes that a text is made of, whatever wrapped it. */
function charactersOf(term: Term): string {
  if (isBinary(term)) return latinOf(bytesOf(term))
  if (isList(term))
    return term.map((item) => (typeof item === 'bigint' ? code(item) : charactersOf(item))).join('')
  const name = atomName(term)
  if (name === undefined) throw badarg()
  return name
}

function code(value: bigint): string {
  if (value < 0n || value > 255n) throw badarg()
  return String.fromCharCode(Number(value))
}

function text(term: Term, isUnicode: boolean, control: Control): string {
  const whole = charactersOf(term)
  const isWide =
    isUnicode && isBinary(term) && typeof term === 'string' && [...term].some((one) => one > '\xff')
  // Characters above 255 do not go into the bytes that the broker makes of them.
  if (isWide) throw badarg()
  const shown = control.precision === undefined ? whole : whole.slice(0, control.precision)
  return placed(shown, control, 'cut')
}

const directive = /~(-?\d+|\*)?(?:\.(-?\d+|\*)?)?(?:\.([\s\S]))?(t|l|k)?([\s\S])/y

export function formatText(format: Term, list: Term): Term {
  if (!isBinary(format)) throw badarg()
  const given = latinOf(bytesOf(format))
  const rest = [...(isList(list) ? list : [])]
  const next = () => {
    if (rest.length === 0) throw badarg()
    return rest.shift()
  }
  const size = (written: string | undefined) => {
    const value = written === '*' ? next() : written === undefined ? undefined : BigInt(written)
    if (value === undefined) return undefined
    if (typeof value !== 'bigint' || Math.abs(Number(value)) > widest) throw badarg()
    return Number(value)
  }
  let result = ''
  for (let at = 0; at < given.length; ) {
    if (given[at] !== '~') {
      result += given[at]
      at += 1
      continue
    }
    directive.lastIndex = at
    const found = directive.exec(given)
    if (found === null) throw badarg()
    at += found[0].length
    const [, width, precision, fill = ' ', modifier, mark = ''] = found
    const control = { width: size(width), precision: size(precision), fill }
    result += directed(mark, control, modifier === 't', next)
    if (result.length > widest * 10) throw badarg()
  }
  if (rest.length > 0) throw badarg()
  return binaryOf(Uint8Array.from(result, (character) => character.charCodeAt(0)))
}

function directed(mark: string, control: Control, isUnicode: boolean, next: () => Term): string {
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
      return text(next(), isUnicode, control)
    case 'f':
    case 'e':
    case 'g':
      return float(next(), mark, control)
    case 'b':
    case 'B':
    case '#':
    case '+':
      return integer(next(), mark, control)
    case 'x':
    case 'X': {
      const [value, prefix] = [next(), next()]
      if (!isList(prefix)) throw badarg()
      const digits = integer(value, mark === 'x' ? 'b' : 'B', { ...control, width: undefined })
      return placed(
        `${digits.startsWith('-') ? '-' : ''}${charactersOf(prefix)}${digits.replace('-', '')}`,
        control,
      )
    }
    case 'w':
      return placed(written(next(), 'w', -1), control)
    case 'p':
      return written(next(), 'p', -1)
    case 'W':
    case 'P': {
      const [value, depth] = [next(), next()]
      if (typeof depth !== 'bigint') throw badarg()
      return written(value, mark === 'W' ? 'w' : 'p', Number(depth))
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
  run(args) {
    if (args.length === 0) throw failure('sql_function_not_supported')
    return formatText(args[0], args.slice(1))
  },
}

export const formatFunctions: FunctionTable = {
  sprintf,
  sprintf_s: taking(2)(([format, list]) => formatText(format, list)),
}
