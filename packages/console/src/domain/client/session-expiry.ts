import { formatDuration } from '#i18n/format-time.ts'
import { client as m } from './messages.ts'

/** 0xFFFFFFFF: the session never expires (MQTT 5 §3.1.2.11.2). */
export const neverExpires = 4_294_967_295

/** From seconds, as `expiry_interval` has it. */
export function formatSessionExpiry(seconds: number | undefined): string {
  if (seconds === neverExpires) return m.never
  return formatDuration(seconds === undefined ? undefined : seconds * 1000)
}
