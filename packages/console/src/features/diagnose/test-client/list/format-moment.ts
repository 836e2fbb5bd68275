import { formatClock } from '#i18n/format-time.ts'

/** `09:41:20.417`: messages of one second are told apart. */
export function formatMoment(at: number): string {
  return `${formatClock(at)}.${String(at % 1000).padStart(3, '0')}`
}
