import type { Exhook } from '@brokerdeck/contract/extensions/exhooks.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

/** Checks for hook servers that are enabled and not connected on all or some nodes. */
export function hookServerState(list: Answer<readonly Exhook[]>): HealthCheck {
  return judgeSubject({
    id: 'hook-servers',
    subject: m.hooks,
    answer: list,
    absent: ok(m.noHooks),
    judge(all) {
      const wanted = all.filter(({ enable }) => enable)
      const failing = wanted.filter(({ node_status }) => node_status.some(isDown))
      const failures = wanted
        .filter(({ metrics }) => metrics.failed > 0)
        .map(({ name, metrics }) => m.hookFailures(visibleText(name), metrics.failed))
      if (all.length === 0) return ok(m.noHooks)
      if (failing.length === 0) return ok(m.hooksUp(wanted.length), failures)
      // A hook server that is connecting may only be slow; the broker does not retry servers in other states.
      const isLost = failing.some(({ node_status }) =>
        node_status.some((one) => isDown(one) && one.status !== 'connecting'),
      )
      return {
        level: isLost ? 'bad' : 'warn',
        verdict: m.hooksDown(failing.length, wanted.length),
        brief: m.downBrief(m.hooks, formatNumber(failing.length), formatNumber(wanted.length)),
        evidence: [...failing.map(toEvidence), ...failures],
        consequence: m.hooksConsequence,
        fix: { label: m.toHooks, to: linkTo('exhooks') },
      }
    },
  })
}

const isDown = ({ status }: { readonly status: string }) => status !== 'connected'

function toEvidence({ name, node_status }: Exhook): string {
  const down = node_status.filter(isDown)
  const states = [...new Set(down.map(({ status }) => visibleText(status)))]
  return m.connectorIs(
    visibleText(name),
    formatList(states),
    formatList(down.map(({ node }) => visibleText(node))),
  )
}
