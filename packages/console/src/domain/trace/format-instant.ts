import { formatClock } from '#i18n/format-time.ts'

/** Formats `09:41:20.305`: the lines of a trace follow one another within milliseconds. */
export function formatInstant(at: number): string {
  return `${formatClock(at)}.${String(Math.floor(at % 1000)).padStart(3, '0')}`
}
