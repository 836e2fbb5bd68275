import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { sources as m } from '../../messages/topic-explorer.ts'
import type { CaptureLimits } from '../model/capture-budget.ts'

/** `1 min, 500 msg/s, 16 MiB` */
export function limitsInWords({ seconds, perSecond, bytes }: CaptureLimits): string {
  return m.limitsShort(
    formatDuration(seconds * 1000),
    m.perSecondShort(formatNumber(perSecond)),
    formatBytes(bytes),
  )
}
