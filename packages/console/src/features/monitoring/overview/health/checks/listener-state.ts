import type { ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatList } from '#i18n/sentences.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

/** Checks for listeners that should run and do not. The broker reports only the listeners of running nodes. */
export function listenerState(
  listeners: Answer<readonly ListenerSummary[]>,
  nodes: Answer<readonly ClusterNode[]>,
): HealthCheck {
  const away = nodes.kind === 'told' ? nodes.value.filter((node) => !isRunning(node)) : []
  return judgeSubject({
    id: 'listeners',
    subject: m.listeners,
    answer: listeners,
    judge(list) {
      const wanted = list.filter(({ enable }) => enable)
      const failing = wanted.filter(({ status }) => status.running !== true)
      if (failing.length === 0) {
        const off = list.length - wanted.length
        return ok(away.length === 0 ? m.listenersRun(wanted.length) : m.listenersRunSome(wanted.length), [
          ...away.map(({ node }) => m.nodeStopped(visibleText(node))),
          ...(off === 0 ? [] : [m.listenersOff(off)]),
        ])
      }
      return {
        level: 'bad',
        verdict: m.listenersFail(failing.length),
        evidence: failing.map((one) => m.listenerStopped(visibleText(one.id), formatList(missingOn(one)))),
        consequence: m.listenersConsequence,
        fix: { label: m.toListeners, to: linkTo('listeners') },
      }
    },
  })
}

const missingOn = ({ node_status }: ListenerSummary): readonly string[] =>
  node_status.filter(({ status }) => status.running !== true).map(({ node }) => visibleText(node))
