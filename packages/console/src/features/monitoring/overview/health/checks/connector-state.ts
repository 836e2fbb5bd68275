import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
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

/** Returns the meaning of the broker's reason for a failure, or undefined if it is unknown. */
export type Explain = (reason: string) => string | undefined

/** Checks for connectors that are enabled and not connected on all or some nodes. */
export function connectorState(connectors: Answer<readonly Connector[]>, explain: Explain): HealthCheck {
  return judgeSubject({
    id: 'connectors',
    subject: m.connectors,
    answer: connectors,
    absent: ok(m.noConnectors),
    judge(list) {
      const wanted = list.filter(({ enable }) => enable !== false)
      const failing = wanted.filter(({ status }) => status !== 'connected')
      if (list.length === 0) return ok(m.noConnectors)
      if (failing.length === 0) return ok(m.connectorsUp(wanted.length))
      return {
        level: failing.every(({ status }) => status === 'connecting') ? 'warn' : 'bad',
        verdict: m.connectorsDown(failing.length, wanted.length),
        brief: m.downBrief(m.connectors, formatNumber(failing.length), formatNumber(wanted.length)),
        evidence: failing.map((one) => formatStateEvidence(one, explain)),
        consequence: m.connectorsConsequence,
        fix: { label: m.connectors, to: linkTo('connectors') },
      }
    },
  })
}

/** Tells on which nodes a resource fails, and why. If the reasons differ, the reason of one node is given. */
export function formatStateEvidence(
  {
    type,
    name,
    status,
    status_reason = '',
    node_status,
  }: Pick<Connector, 'type' | 'name' | 'status' | 'status_reason' | 'node_status'>,
  explain: Explain,
): string {
  const down = node_status.filter((one) => one.status !== 'connected')
  const id = visibleText(`${type}:${name}`)
  const state =
    status === 'inconsistent'
      ? formatList(down.map((one) => m.connectorIs(id, visibleText(one.status), visibleText(one.node))))
      : m.connectorIs(id, visibleText(status), formatList(down.map(({ node }) => visibleText(node))))
  const reason = status_reason || (node_status.find((one) => one.status_reason)?.status_reason ?? '')
  return reason === '' ? state : m.connectorWhy(state, explain(reason) ?? visibleText(reason))
}
