import { parseByteSize } from './scalars.ts'

const units = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  f: 1_209_600_000,
} as const

function isUnit(letters: string): letters is keyof typeof units {
  return Object.hasOwn(units, letters)
}

const part = String.raw`\d+(?:\.\d+)?(?:ms|[smhdwf])`
const whole = new RegExp(`^(?:${part})+$`, 'i')
const parts = /(\d+(?:\.\d+)?)(ms|[smhdwf])/gi

/** Returns the milliseconds of `1h30m`, `15s`, `0.5h`; a bare number is milliseconds. Undefined for any other value. */
export function parseDuration(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  const text = value.trim()
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (!whole.test(text)) return undefined
  let total = 0
  for (const [, count, unit] of text.matchAll(parts)) {
    const letters = unit?.toLowerCase() ?? ''
    total += Number(count) * (isUnit(letters) ? units[letters] : 0)
  }
  return Math.round(total)
}

/** A count per number of milliseconds; a count of `Infinity` means no limit. */
interface Rate {
  readonly count: number
  readonly per: number
}

/** Parses a rate as the broker writes it: `infinity`, `1000/s`, `600/1m`, `1MB/10s`; a bare count is per second. */
export function parseRate(value: string | number): Rate | undefined {
  if (typeof value === 'number') return value >= 0 ? { count: value, per: 1000 } : undefined
  if (value === 'infinity') return { count: Number.POSITIVE_INFINITY, per: 1000 }
  const [count = '', per = '1s', ...rest] = value.split('/').map((one) => one.trim())
  if (rest.length > 0) return undefined
  const counted = parseByteSize(count)
  const period = parseDuration(/^\d/.test(per) ? per : `1${per}`)
  if (counted === undefined || period === undefined || period === 0) return undefined
  return { count: counted, per: period }
}
