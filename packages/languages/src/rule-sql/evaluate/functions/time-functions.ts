import type { EvaluationBudget } from '../budget.ts'
import { toLatin } from '../byte-text.ts'
import { printInteger } from '../integers.ts'
import { failure, noClause } from '../rule-failure.ts'
import { Atom, isBinary, type Term, toBytes } from '../term.ts'
import { binaryIn, budgetIn, type CallContext, type FunctionTable, integerIn, taking } from './arguments.ts'
import { parseDate, parseUtcOffset, secondsOfDate, toUnitsPerSecond } from './dates.ts'
import { toTermText } from './term-text.ts'

const pad = (value: bigint | number, width: number) => String(value).padStart(width, '0')

/** Divides towards negative infinity, unlike `/`. */
const floorDiv = (a: bigint, b: bigint) => (a - (((a % b) + b) % b)) / b

interface DateParts {
  readonly year: bigint
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const firstSecond = -62_167_219_200n
const era = 12_622_780_800n

function toDateParts(seconds: bigint): DateParts {
  // Dates repeat every 400 years, so dates outside of JavaScript's range are shifted into it.
  const eras = floorDiv(seconds, era)
  const date = new Date(Number(seconds - eras * era) * 1000)
  return {
    year: BigInt(date.getUTCFullYear()) + eras * 400n,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
}

function rfc3339(epoch: bigint, perSecond: bigint): string {
  const seconds = floorDiv(epoch, perSecond)
  const { year, month, day, hour, minute, second } = toDateParts(seconds)
  if (year < 0n || year > 9999n) throw failure('badarg')
  const digits = String(perSecond).length - 1
  const fraction = digits === 0 ? '' : `.${pad(epoch - seconds * perSecond, digits)}`
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}${fraction}+00:00`
}

const nowIn = ({ execution }: CallContext, perSecond: bigint) => (BigInt(execution.now()) * perSecond) / 1000n

function zoneText(offset: bigint, kind: string): string {
  const size = offset < 0n ? -offset : offset
  if (size >= 86_400n) throw noClause()
  const [hour, minute, second] = [size / 3600n, (size / 60n) % 60n, size % 60n].map((part) => pad(part, 2))
  const sign = offset < 0n ? '-' : '+'
  if (kind === '%z') return `${sign}${hour}${minute}`
  return kind === '%:z' ? `${sign}${hour}:${minute}` : `${sign}${hour}:${minute}:${second}`
}

function fractionText(time: bigint, perSecond: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits)
  const part = time % perSecond
  return pad(
    perSecond === 1n ? 0n : scale >= perSecond ? part * (scale / perSecond) : part / (perSecond / scale),
    digits,
  )
}

interface Moment {
  readonly time: bigint
  readonly perSecond: bigint
  readonly offset: bigint
}

function formatMoment(format: string, { time, perSecond, offset }: Moment, budget: EvaluationBudget): string {
  const seconds = (time + offset * perSecond) / perSecond
  if (seconds < firstSecond) throw noClause()
  const date = toDateParts(seconds)
  const year = pad4(printInteger(date.year, budget))
  const known = new Map<string, string>()
  const parts: string[] = []
  let [size, from] = [format.length, 0]
  for (const { 0: mark, index } of format.matchAll(/%(?:Y|m|d|H|M|S|N|3N|6N|z|:z|::z)/g)) {
    const text = known.get(mark) ?? markText(mark)
    known.set(mark, text)
    size += text.length
    budget.spend(stepsToReplace)
    budget.foresee(size)
    parts.push(format.slice(from, index), text)
    from = index + mark.length
  }
  return [...parts, format.slice(from)].join('')

  function markText(mark: string): string {
    switch (mark) {
      case '%Y':
        return year
      case '%m':
        return pad(date.month, 2)
      case '%d':
        return pad(date.day, 2)
      case '%H':
        return pad(date.hour, 2)
      case '%M':
        return pad(date.minute, 2)
      case '%S':
        return pad(date.second, 2)
      case '%N':
        return fractionText(time, perSecond, 9)
      case '%3N':
        return fractionText(time, perSecond, 3)
      case '%6N':
        return fractionText(time, perSecond, 6)
      default:
        return zoneText(offset, mark)
    }
  }
}

const [stepsToReplace, stepsToPrint] = [16, 20]
const pad4 = (text: string) => text.padStart(4, '0')

/** Formats a date. Bytes above ASCII turn the text into a list, as with Erlang's list of characters. */
function formatDate(args: readonly Term[], surroundings: CallContext): Term {
  const [unit, zone, format, epoch] = args
  const perSecond = toUnitsPerSecond(unit)
  const time = args.length === 3 ? nowIn(surroundings, perSecond) : epoch
  if (!isBinary(format)) throw noClause()
  const offset = parseUtcOffset(zone)
  if (typeof time !== 'bigint') throw failure('badarith')
  const budget = budgetIn(surroundings)
  budget.spend(format.length)
  const text = formatMoment(toLatin(toBytes(format)), { time, perSecond, offset }, budget)
  budget.spend(text.length * stepsToPrint)
  budget.makeTerms(text.length)
  return toTermText(
    Array.from(text, (character) => BigInt(character.charCodeAt(0))),
    budget,
  )
}

function fromRfc3339(term: Term, perSecond: bigint): bigint {
  const binary = binaryIn(term)
  const text = typeof binary === 'string' ? binary : toLatin(binary)
  const found = /^(.{4})-(..)-(..).(..):(..):(..)([\d.]*)(.*)$/s.exec(text)
  if (found === null) throw failure('badmatch')
  const [year = 0n, month = 0n, day = 0n, hour = 0n, minute = 0n, second = 0n] = found
    .slice(1, 7)
    .map((part) => {
      if (!/^[+-]?\d+$/.test(part)) throw failure('badarg')
      return BigInt(part.replace('+', ''))
    })
  const offset = rfcOffset(found[8] ?? '')
  const seconds = secondsOfDate({ year, month, day, hour, minute, second }) - offset
  if (seconds < firstSecond || seconds > 253_402_300_799n) throw failure('badarg')
  const scaled = seconds * perSecond
  if (perSecond === 1n || found[7] === '') return scaled
  if (!/^\.\d+$/.test(found[7] ?? '')) throw failure('badarg')
  const part = BigInt(Math.round(Number(perSecond) * Number(`0${found[7]}`)))
  return scaled + (scaled < 0n ? -part : part)
}

function rfcOffset(text: string): bigint {
  if (text === 'Z' || text === 'z') return 0n
  const found = /^(.)(..):(..)$/s.exec(text)
  if (found === null) throw failure(text === '' ? 'badmatch' : 'badarg')
  const [, sign, hour = '', minute = ''] = found
  if (!/^\d\d$/.test(hour) || !/^\d\d$/.test(minute)) throw failure('badarg')
  const seconds = BigInt(hour) * 3600n + BigInt(minute) * 60n
  return sign === '-' ? -seconds : seconds
}

function mongoDate(args: readonly Term[], surroundings: CallContext): string {
  const [epoch, unit] = args
  const milliseconds = args.length === 0 ? BigInt(surroundings.execution.now()) : epoch
  const perSecond = args.length === 2 ? toUnitsPerSecond(unit) : 1000n
  if (typeof milliseconds !== 'bigint') throw failure(args.length === 2 ? 'badarg' : 'badarith')
  const scaled = floorDiv(milliseconds * 1000n, perSecond)
  return `ISODate(${rfc3339(scaled, 1000n).replace('+00:00', 'Z')})`
}

const seconds = (term: Term) => parseUtcOffset(term instanceof Atom ? term.name : term)

export const timeFunctions: FunctionTable = {
  now_timestamp: taking(
    0,
    1,
  )((args, surroundings) => nowIn(surroundings, args.length === 0 ? 1n : toUnitsPerSecond(args[0]))),
  now_rfc3339: taking(
    0,
    1,
  )((args, surroundings) => {
    const perSecond = args.length === 0 ? 1n : toUnitsPerSecond(args[0])
    return rfc3339(nowIn(surroundings, perSecond), perSecond)
  }),
  unix_ts_to_rfc3339: taking(
    1,
    2,
  )((args) => {
    const epoch = integerIn(args[0])
    return rfc3339(epoch, args.length === 1 ? 1n : toUnitsPerSecond(args[1]))
  }),
  rfc3339_to_unix_ts: taking(
    1,
    2,
  )((args) => {
    binaryIn(args[0])
    return fromRfc3339(args[0], args.length === 1 ? 1n : toUnitsPerSecond(args[1]))
  }),
  format_date: taking(3, 4)(formatDate),
  date_to_unix_ts: taking(
    3,
    4,
  )((args, around) => {
    const perSecond = toUnitsPerSecond(args[0])
    for (const arg of args) if (isBinary(arg)) budgetIn(around).spend(arg.length * 4)
    const offset = args.length === 4 ? parseUtcOffset(args[1]) : 0n
    return parseDate(args.at(-2), args.at(-1), perSecond) - offset * perSecond
  }),
  timezone_to_second: taking(1)(([x]) => seconds(x)),
  timezone_to_offset_seconds: taking(1)(([x]) => seconds(x)),
  mongo_date: taking(0, 1, 2)(mongoDate),
}
