import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import { failureCause } from '#domain/failure-cause/failure-cause.ts'
import { formatList } from '#i18n/format-list.ts'
import { visibleText } from '#lib/visible-text.ts'
import { health as m } from '../../../messages/overview.ts'
import { type Answer, type HealthCheck, ok } from '../health-check.ts'
import { judge } from '../judge.ts'

/** Connections to other systems that are enabled and not up, on all nodes or on some. */
export function connectorState(connectors: Answer<readonly Connector[]>): HealthCheck {
  return judge({
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
        evidence: failing.map(evidenceOf),
        consequence: m.connectorsConsequence,
      }
    },
  })
}

/** On which nodes, and why: where nodes differ, one of them gives the reason. */
function evidenceOf({ type, name, status, status_reason = '', node_status }: Connector): string {
  const down = node_status.filter((one) => one.status !== 'connected').map(({ node }) => visibleText(node))
  const state = m.connectorIs(visibleText(`${type}:${name}`), visibleText(status), formatList(down))
  const reason = status_reason || (node_status.find((one) => one.status_reason)?.status_reason ?? '')
  return reason === '' ? state : m.connectorWhy(state, failureCause(reason)?.words ?? visibleText(reason))
}
