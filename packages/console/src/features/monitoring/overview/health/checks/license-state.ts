import type { License } from '@brokerdeck/contract/system/license.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  bothAnswers,
  type HealthCheck,
  type Judgement,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

const soon = 30 * 86_400_000
const nearlyUsed = 0.8

/** Checks whether the license expires or its session limit is reached. Community neither has nor needs a license. */
export function licenseState(
  license: Answer<License>,
  nodes: Answer<readonly ClusterNode[]>,
  now: number,
): HealthCheck {
  return judgeSubject({
    id: 'license',
    subject: m.license,
    answer: bothAnswers(license, nodes),
    absent: ok(m.noLicense),
    judge([terms, list]): Judgement {
      // Every node reports the number of sessions of the whole cluster.
      const sessions = Math.max(0, ...list.filter(isRunning).map(({ cluster_sessions }) => cluster_sessions))
      const left = Date.parse(terms.expiry_at) - now
      const evidence = [
        m.licenseUntil(visibleText(terms.expiry_at)),
        m.licenseSessions(formatNumber(sessions), formatNumber(terms.max_sessions)),
      ]
      const isOver = terms.expiry || left <= 0
      const isFull = sessions >= terms.max_sessions
      const isEnding = left < soon
      const isNearlyFull = sessions >= terms.max_sessions * nearlyUsed
      if (!isOver && !isFull && !isEnding && !isNearlyFull) return ok(m.licenseGood, evidence)
      return {
        level: isOver || isFull ? 'bad' : 'warn',
        verdict: isOver
          ? m.licenseOver
          : isFull
            ? m.licenseFull
            : isEnding
              ? m.licenseEnds(formatDuration(left, 1))
              : m.licenseUsed,
        evidence,
        consequence: m.licenseConsequence,
        fix: { label: m.toLicense, to: linkTo('license') },
      }
    },
  })
}
