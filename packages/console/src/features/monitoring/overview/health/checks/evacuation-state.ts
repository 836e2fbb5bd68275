import type { GlobalStatus } from '@brokerdeck/contract/system/load-rebalance.ts'
import { evacuations as m } from '#features/monitoring/messages/evacuations.ts'
import {
  type Answer,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

/**
 * Checks for nodes that evacuate their clients. An evacuated node refuses new clients until the evacuation is
 * stopped.
 */
export function evacuationState(status: Answer<GlobalStatus>): HealthCheck {
  return judgeSubject({
    id: 'evacuations',
    subject: m.subject,
    answer: status,
    absent: ok(m.notOffered),
    judge({ evacuations, rebalances }) {
      if (evacuations.length + rebalances.length === 0) return ok(m.none)
      return {
        level: 'warn',
        verdict: evacuations.length === 0 ? m.rebalancing : m.evacuated(evacuations.length),
        evidence: [...evacuations, ...rebalances].map(({ node, stats }) =>
          stats === undefined
            ? visibleText(node)
            : m.clientsLeft(
                visibleText(node),
                formatNumber(stats.current_connected),
                formatNumber(stats.initial_connected),
              ),
        ),
        consequence: evacuations.length === 0 ? m.rebalancingConsequence : m.evacuationConsequence,
        fix: { label: m.toPage, to: linkTo('loadRebalance') },
      }
    },
  })
}
