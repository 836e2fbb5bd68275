import type { LatencyKind, SlowSubsConfig } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { parseDuration } from '@brokerdeck/contract/duration.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { formatLatency } from './format-latency.ts'
import { m } from './messages.ts'

const ways: Record<LatencyKind, string> = {
  whole: m.wholeWords,
  internal: m.internalWords,
  response: m.responseWords,
}

/** What a row of the list says, in one sentence. */
export function measuringRule(settings: SlowSubsConfig): string {
  const threshold = parseDuration(settings.threshold)
  const expire = parseDuration(settings.expire_interval)
  if (threshold === undefined || expire === undefined) return m.ruleUnreadable
  const top = formatNumber(settings.top_k_num)
  const over = threshold % 1000 === 0 ? formatDuration(threshold) : formatLatency(threshold)
  return m.rule(over, ways[settings.stats_type], top, formatDuration(expire))
}
