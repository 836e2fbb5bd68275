import {
  type DropLog,
  type DropReason,
  dropRates,
  dropReasons,
  dropWords,
  lossReasons,
  mainReason,
  sumDropCounts,
} from '#features/monitoring/broker-history/drop-log.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import { metricMeaning } from '#features/monitoring/metric-words/metric-meaning.ts'
import {
  type Answer,
  type HealthCheck,
  type Judgement,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatClock } from '#i18n/format-time.ts'
import { linkTo } from '#routes/routes.ts'

/** The drops per second from which an operator should be alerted. */
const critical = 100
/** The period during which a loss still counts as recent, in milliseconds. */
const recentMs = 600_000

/** Checks drops by reason: the current rate, the count since the console began to count and since the nodes started. */
export function checkDroppedMessages(log: Answer<DropLog>): HealthCheck {
  return judgeSubject({ id: 'drops', subject: m.drops, answer: log, judge: byReason })
}

function byReason(log: DropLog): Judgement {
  const evidence = dropReasons
    .filter((reason) => log.totals[reason] > 0 || log.added[reason] > 0)
    .map((reason) => describeDrops(reason, log))
  const rates = dropRates(log)
  const rate = rates ? sumDropCounts(rates, lossReasons) : 0
  const main = rates && mainReason(rates, lossReasons)
  const loss = {
    evidence,
    consequence: m.dropsConsequence,
    fix: { label: m.toMetrics, to: linkTo('metrics', { search: 'dropped' }) },
  }
  if (main !== undefined) {
    const perSecond = formatRate(rate)
    return {
      level: rate >= critical ? 'bad' : 'warn',
      verdict: m.losing(perSecond, dropWords[main]),
      brief: m.losingBrief(perSecond, dropWords[main]),
      ...loss,
    }
  }
  const lately = log.points
    .filter(({ time }) => log.readAt - time < recentMs)
    .reduce((sum, { counts }) => sum + sumDropCounts(counts, lossReasons), 0)
  if (lately > 0) return { level: 'warn', verdict: m.lostLately(lately), ...loss }
  return ok(
    sumDropCounts(log.totals, lossReasons) === 0 ? m.nothingLost : m.nothingLostNow(formatClock(log.beganAt)),
    evidence,
  )
}

function describeDrops(reason: DropReason, log: DropLog): string {
  return m.dropIs(
    metricMeaning(reason) ?? dropWords[reason],
    formatNumber(log.totals[reason]),
    formatNumber(log.added[reason]),
    formatClock(log.beganAt),
  )
}
