import { unknownValue } from './format-number.ts'
import { locale } from './locale.ts'

export const timeZoneChoices = ['browser', 'utc'] as const
export type TimeZoneChoice = (typeof timeZoneChoices)[number]

const storageKey = 'timeZone'

/** The choice of the time zone, fixed when the page loads, like the language. */
export const timeZoneChoice: TimeZoneChoice =
  globalThis.localStorage?.getItem(storageKey) === 'utc' ? 'utc' : 'browser'

export const browserTimeZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone

/** Stores the choice, which takes effect with the next page load. */
export function storeTimeZone(next: TimeZoneChoice): void {
  localStorage.setItem(storageKey, next)
}

type Instant = Date | number | string
type MaybeInstant = Instant | null | undefined

function toTime(value: MaybeInstant): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const time = value instanceof Date ? value.getTime() : new Date(value).getTime()
  return Number.isNaN(time) ? undefined : time
}

type Formats = Readonly<Record<'dateTime' | 'clock' | 'zone', Intl.DateTimeFormat>>

let known: Formats | undefined

/**
 * Creates the formats when a time is first shown: reading the time zone of the browser takes a slow machine a tenth
 * of a second.
 */
function formats(): Formats {
  if (known !== undefined) return known
  const timeZone = timeZoneChoice === 'utc' ? 'UTC' : browserTimeZone()
  // sv-SE writes ISO order (2026-11-21 09:41:20), which reads the same in both languages and is sortable.
  known = {
    dateTime: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }),
    clock: new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', timeZone }),
    zone: new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }),
  }
  return known
}

/** Formats a time as `2026-11-21 09:41:20` in the chosen time zone. */
export function formatDateTime(value: MaybeInstant): string {
  const time = toTime(value)
  return time === undefined ? unknownValue : formats().dateTime.format(time)
}

/** Formats a time as `09:41:20` in the chosen time zone. */
export function formatClock(value: MaybeInstant): string {
  const time = toTime(value)
  return time === undefined ? unknownValue : formats().clock.format(time)
}

/** Returns the time zone of the times on the page: `UTC+8`. */
export function formatZone(at: number = Date.now()): string {
  const name = formats()
    .zone.formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  return (name ?? 'UTC').replace('GMT', 'UTC')
}

const units = [
  { en: 'd', zh: '天', milliseconds: 86_400_000 },
  { en: 'h', zh: '小时', milliseconds: 3_600_000 },
  { en: 'min', zh: '分钟', milliseconds: 60_000 },
  { en: 's', zh: '秒', milliseconds: 1_000 },
  { en: 'ms', zh: '毫秒', milliseconds: 1 },
] as const

/** Formats a duration with the two largest neighbouring units: `14 d 6 h`, `2 h`, `41 min`, `0 s`. */
export function formatDuration(milliseconds: number | null | undefined, parts: 1 | 2 = 2): string {
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) return unknownValue
  let rest = Math.abs(Math.round(milliseconds))
  if (rest === 0) return `0 ${units[3][locale]}`
  const first = units.findIndex((unit) => rest >= unit.milliseconds)
  const shown: string[] = []
  for (const unit of units.slice(first, first + parts)) {
    const count = Math.floor(rest / unit.milliseconds)
    rest -= count * unit.milliseconds
    if (count > 0) shown.push(`${count} ${unit[locale]}`)
    // Milliseconds beside seconds are irrelevant.
    if (unit.milliseconds === 1_000) break
  }
  return shown.join(' ')
}

/**
 * Formats a time as `24 min ago` or `in 3 d`, below five seconds as `now`; the absolute time belongs into a tooltip
 * beside it.
 */
export function formatRelative(value: MaybeInstant, now: Instant = Date.now()): string {
  const then = toTime(value)
  const reference = toTime(now)
  if (then === undefined || reference === undefined) return unknownValue
  const distance = reference - then
  if (Math.abs(distance) < 5_000) return locale === 'zh' ? '刚刚' : 'now'
  const span = formatDuration(distance, 1)
  if (locale === 'zh') return distance > 0 ? `${span}前` : `${span}后`
  return distance > 0 ? `${span} ago` : `in ${span}`
}
