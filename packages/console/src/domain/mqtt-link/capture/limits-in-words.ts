import { capture as m } from '#domain/mqtt-link/messages.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import type { CaptureLimits } from './capture-budget.ts'

/** Formats limits such as `1 min, 500 msg/s, 16 MiB`. */
export function limitsInWords({ seconds, perSecond, bytes }: CaptureLimits): string {
  return m.limitsShort(
    formatDuration(seconds * 1000),
    m.perSecondShort(formatNumber(perSecond)),
    formatBytes(bytes),
  )
}
