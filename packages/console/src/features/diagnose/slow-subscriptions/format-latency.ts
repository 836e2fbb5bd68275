import { formatNumber } from '#i18n/format-number.ts'
import { languageTag } from '#i18n/locale.ts'
import { slowSubscriptions as m } from '../messages/topic-metrics.ts'

const seconds = new Intl.NumberFormat(languageTag, { minimumFractionDigits: 3, maximumFractionDigits: 3 })

/** `420 ms`, `2.702 s`: to the millisecond, so that rows can be told apart. */
export function formatLatency(milliseconds: number): string {
  return milliseconds < 1000
    ? `${formatNumber(milliseconds, 0)} ${m.ms}`
    : `${seconds.format(milliseconds / 1000)} ${m.s}`
}
