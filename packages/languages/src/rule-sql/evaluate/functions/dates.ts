import { toLatin } from '../byte-text.ts'
import { failure, noClause } from '../rule-failure.ts'
import { isBinary, type Term, toBytes } from '../term.ts'

const units = new Map([
  ['second', 1n],
  ['millisecond', 1000n],
  ['microsecond', 1_000_000n],
  ['nanosecond', 1_000_000_000n],
])

/** Returns the number of units in a second. */
export function toUnitsPerSecond(term: Term): bigint {
  const found = typeof term === 'string' ? units.get(term) : undefined
  if (found === undefined) throw failure('invalid_time_unit')
  return found
}

/** Returns the offset in seconds east of Greenwich; the broker's own zone is treated as UTC. */
export function parseUtcOffset(term: Term): bigint {
  if (typeof term === 'bigint') return term
  if (term === undefined) return 0n
  if (!isBinary(term)) throw noClause()
  const text = toLatin(toBytes(term))
  if (text === '') throw failure('badmatch')
  if (['local', 'Z', 'z'].includes(text)) return 0n
  if (!/^[+-]/.test(text)) throw failure('bad_time_offset')
  const parts = text
    .slice(1)
    .split(':')
    .filter((part) => part !== '')
  const [whole = ''] = parts
  const [hour, minute, second = '0'] =
    parts.length === 1 && whole.length === 4 ? [whole.slice(0, 2), whole.slice(2)] : parts
  if (hour === undefined || minute === undefined || parts.length > 3) throw failure('bad_time_offset')
  const read = (part: string, most: bigint, name: string) => {
    // Leading zeros are allowed; longer numbers cannot be part of a time.
    const [, sign = '', digits] = /^([+-]?)0*(\d{1,20})$/.exec(part) ?? []
    const value = digits === undefined ? undefined : BigInt(`${sign === '-' ? '-' : ''}${digits}`)
    if (value === undefined || value > most) throw failure(`bad_time_offset_${name}`)
    return value
  }
  const seconds =
    read(hour, 23n, 'hour') * 3600n + read(minute, 59n, 'minute') * 60n + read(second, 59n, 'second')
  return text.startsWith('-') ? -seconds : seconds
}

export interface DateNumbers {
  readonly year: bigint
  readonly month: bigint
  readonly day: bigint
  readonly hour: bigint
  readonly minute: bigint
  readonly second: bigint
}

/** Returns the seconds of a date. The day must exist; hour, minute and second may exceed their range. */
export function secondsOfDate({ year, month, day, hour, minute, second }: DateNumbers): bigint {
  if (year < 0n || month < 1n || day < 1n) throw failure('function_clause')
  const date = new Date(0)
  date.setUTCFullYear(Number(year % 400n) + 400, Number(month) - 1, Number(day))
  if (month > 12n || date.getUTCDate() !== Number(day)) throw failure('if_clause')
  const days = BigInt(Math.round(date.getTime() / 86_400_000)) + (year / 400n - 1n) * 146_097n
  return days * 86_400n + hour * 3600n + minute * 60n + second
}

const sizes: ReadonlyMap<string, number> = new Map([
  ...([
    ['%Y', 4],
    ['%m', 2],
    ['%d', 2],
    ['%H', 2],
    ['%M', 2],
    ['%S', 2],
  ] as const),
  ...([
    ['%N', 9],
    ['%3N', 3],
    ['%6N', 6],
    ['%z', 5],
    ['%:z', 6],
    ['%::z', 9],
  ] as const),
])

const part = /%(?:Y|m|d|H|M|S|N|3N|6N|z|:z|::z)|[\s\S]/g

/** Parses a date by its format. Text between the fields is skipped unchecked, with the length it has in the format. */
export function parseDate(format: Term, given: Term, perSecond: bigint): bigint {
  if (!isBinary(format)) throw noClause()
  if (!isBinary(given)) throw failure('badmatch')
  let rest = toLatin(toBytes(given))
  const read = new Map<string, bigint>()
  for (const [mark] of toLatin(toBytes(format)).matchAll(part)) {
    if (rest === '') break
    const size = sizes.get(mark)
    const text = rest.slice(0, size ?? 1)
    if (text.length < (size ?? 1)) throw failure('badmatch')
    rest = rest.slice(size ?? 1)
    if (size === undefined) continue
    if (mark.endsWith('z')) read.set('z', parseUtcOffset(text))
    else if (/^[+-]?\d+$/.test(text)) read.set(mark, BigInt(text.replace('+', '')))
    else throw failure('bad_formatter_or_date')
  }
  const takeNeeded = (mark: string) => {
    const value = read.get(mark)
    if (value === undefined) throw failure('missing_date_part')
    return value
  }
  const date = {
    year: takeNeeded('%Y'),
    month: takeNeeded('%m'),
    day: takeNeeded('%d'),
    hour: takeNeeded('%H'),
    minute: takeNeeded('%M'),
    second: takeNeeded('%S'),
  }
  const seconds = secondsOfDate(date) - (read.get('z') ?? 0n)
  if (seconds < -62_167_219_200n || seconds >= 253_402_300_800n) throw failure('bad_format')
  const nanoseconds =
    seconds * 1_000_000_000n +
    (read.get('%3N') ?? 0n) * 1_000_000n +
    (read.get('%6N') ?? 0n) * 1000n +
    (read.get('%N') ?? 0n)
  const unit = 1_000_000_000n / perSecond
  const remainder = ((nanoseconds % unit) + unit) % unit
  return (nanoseconds - remainder) / unit
}
