import { languageTag } from './locale.ts'

/** The text for unknown values, which are never shown as zero. */
export const unknownValue = '—'

type Maybe = number | null | undefined

const formats = new Map<number, Intl.NumberFormat>()

function withDigits(digits: number): Intl.NumberFormat {
  const known = formats.get(digits)
  if (known) return known
  const made = new Intl.NumberFormat(languageTag, { maximumFractionDigits: digits })
  formats.set(digits, made)
  return made
}

function isKnown(value: Maybe): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Formats a number: `36,603`. */
export function formatNumber(value: Maybe, fractionDigits = 2): string {
  return isKnown(value) ? withDigits(fractionDigits).format(value) : unknownValue
}

/** Formats a number as `36.6k`, for axes, legends and menu counters; the letters are the same in both languages. */
export function formatCompact(value: Maybe): string {
  if (!isKnown(value)) return unknownValue
  const size = Math.abs(value)
  const [divisor, letter] =
    size >= 999_950_000 ? [1e9, 'G'] : size >= 999_950 ? [1e6, 'M'] : size >= 1_000 ? [1e3, 'k'] : [1, '']
  const digits = divisor === 1 ? (size < 10 ? 2 : 1) : size / divisor < 100 ? 1 : 0
  return `${withDigits(digits).format(value / divisor)}${letter}`
}

/** Formats a rate, with one decimal below 100: `6.4`, `1,919`. */
export function formatRate(perSecond: Maybe): string {
  return isKnown(perSecond) ? formatNumber(perSecond, Math.abs(perSecond) < 100 ? 1 : 0) : unknownValue
}

/** Formats a ratio: `0.34` → `34 %`. */
export function formatPercent(ratio: Maybe): string {
  return isKnown(ratio) ? `${formatNumber(ratio * 100, Math.abs(ratio) < 0.1 ? 1 : 0)} %` : unknownValue
}

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Formats a number of bytes: `38.1 KiB`. */
export function formatBytes(bytes: Maybe): string {
  if (!isKnown(bytes)) return unknownValue
  const size = Math.abs(bytes)
  const step = size < 1024 ? 0 : Math.min(binaryUnits.length - 1, Math.floor(Math.log2(size) / 10))
  const amount = bytes / 1024 ** step
  return `${formatNumber(amount, step === 0 || Math.abs(amount) >= 100 ? 0 : 1)} ${binaryUnits[step] ?? 'B'}`
}
