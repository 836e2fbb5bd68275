import { formatClock, formatDateTime } from '#i18n/format-time.ts'
import type { Span } from './align-tracks.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** As short as the width of the window allows: a day needs no date, only a few minutes need seconds. */
export function formatTick(time: number, { from, to }: Span): string {
  if (to - from > day) return formatDateTime(time).slice(5, 16)
  return to - from <= 10 * minute ? formatClock(time) : formatClock(time).slice(0, 5)
}

/** The instant under the crosshair. */
export function formatInstant(time: number, { from, to }: Span): string {
  return to - from > day ? formatDateTime(time).slice(5, 16) : formatClock(time)
}
