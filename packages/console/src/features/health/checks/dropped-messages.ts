import type { NamedNumbers } from '@brokerdeck/contract/per-node.ts'
import { addedSince } from '#domain/broker-counters/read-metrics.ts'
import { metricMeaning } from '#domain/metric-words/metric-meaning.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { paths } from '#lib/paths.ts'
import { type Answer, type HealthCheck, ok } from '../health-check.ts'
import { judge } from '../judge.ts'
import { m } from '../messages.ts'

export interface DropCounters {
  readonly now: NamedNumbers
  /** The counters when the page was opened. */
  readonly before: NamedNumbers
}

/** Lost though somebody wanted them. */
const lossy = [
  'delivery.dropped.queue_full',
  'delivery.dropped.expired',
  'delivery.dropped.too_large',
  'delivery.dropped.qos0_msg',
  'messages.dropped.await_pubrel_timeout',
]
/** Nobody was there to receive, or the receiver asked to be spared its own messages. */
const harmless = ['messages.dropped.no_subscribers', 'delivery.dropped.no_local']

/** By reason: what was dropped since the nodes started, and what of it while the page was open. */
export function droppedMessages(counters: Answer<DropCounters>): HealthCheck {
  return judge({
    id: 'drops',
    subject: m.drops,
    answer: counters,
    judge({ now, before }) {
      const evidence = [...lossy, ...harmless]
        .filter((name) => (now[name] ?? 0) > 0)
        .map((name) =>
          m.dropIs(reasonOf(name), formatNumber(now[name]), formatNumber(added(name, before, now))),
        )
      const fresh = lossy.reduce((sum, name) => sum + added(name, before, now), 0)
      if (fresh === 0) {
        const lost = lossy.reduce((sum, name) => sum + (now[name] ?? 0), 0)
        return ok(lost === 0 ? m.nothingLost : m.nothingLostNow, evidence)
      }
      return {
        level: 'warn',
        verdict: m.messagesLost(fresh),
        evidence,
        consequence: m.dropsConsequence,
        fix: { label: m.toMetrics, to: paths.metrics(), search: { search: 'dropped' } },
      }
    },
  })
}

const added = (name: string, before: NamedNumbers, now: NamedNumbers): number =>
  addedSince(before, now, name) ?? 0

const reasonOf = (name: string): string => metricMeaning(name) ?? name
