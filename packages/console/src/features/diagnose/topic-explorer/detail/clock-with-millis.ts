import { formatClock } from '#i18n/format-time.ts'

/** `09:41:20.057`: messages come faster than seconds pass. */
export function clockWithMillis(time: number): string {
  return `${formatClock(time)}.${String(Math.trunc(time) % 1000).padStart(3, '0')}`
}
