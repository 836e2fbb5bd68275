import type { ActionSummary } from '@brokerdeck/contract/integration/actions.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { linkTo } from '#routes/routes.ts'
import { type Explain, formatStateEvidence } from './connector-state.ts'

/**
 * Checks for actions and sources that are enabled and do not work on all or some nodes. An action whose connector is
 * down only reports `Resource not operational`; the check of connectors has the cause.
 */
export function actionState(list: Answer<readonly ActionSummary[]>, explain: Explain): HealthCheck {
  return judgeSubject({
    id: 'actions',
    subject: m.actions,
    answer: list,
    absent: ok(m.noActions),
    judge(all) {
      const wanted = all.filter(({ enable }) => enable)
      const failing = wanted.filter(({ status }) => status !== 'connected')
      if (all.length === 0) return ok(m.noActions)
      if (failing.length === 0) return ok(m.actionsWork(wanted.length))
      return {
        level: failing.every(({ status }) => status === 'connecting') ? 'warn' : 'bad',
        verdict: m.actionsFail(failing.length, wanted.length),
        brief: m.downBrief(m.actions, formatNumber(failing.length), formatNumber(wanted.length)),
        evidence: failing.map((one) => formatStateEvidence(one, explain)),
        consequence: m.actionsConsequence,
        fix: { label: m.actions, to: linkTo('actions') },
      }
    },
  })
}
