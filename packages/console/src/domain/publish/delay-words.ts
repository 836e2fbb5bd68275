import { type DelayFault, longestDelay, parseDelayed } from '@brokerdeck/contract/traffic/delayed.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { publish as m } from './messages.ts'

/** The reasons why a message to `$delayed/…` is not delayed: an error, or a time that is not in the future. */
export const delayWords: Readonly<Record<DelayFault | 'off' | 'past', string>> = {
  off: m.delayOff,
  past: m.delayPast,
  interval: m.delayInterval,
  topic: m.delayTopic,
  'too-long': m.delayTooLong(formatNumber(longestDelay)),
}

interface DelayHints {
  /** A warning that the message will not be delayed. */
  readonly caution?: string
  readonly help?: string
}

/**
 * Returns hints about a topic before a message is sent to it. None of them is an error, because the broker accepts
 * all such topics.
 */
export function describeDelay(topic: string, now: number): DelayHints {
  const delay = parseDelayed(topic, now)
  if (delay === undefined) return {}
  if (typeof delay === 'string') return { caution: delayWords[delay] }
  const isAhead = delay.dueAt > now
  if (!delay.isMoment) return isAhead ? {} : { caution: m.delayPast }
  const moment = m.delayMoment(
    formatNumber(longestDelay),
    formatDateTime(new Date(delay.dueAt).toISOString()),
  )
  return isAhead ? { help: moment } : { caution: [moment, m.delayPast].join(m.between) }
}
