import { isRunning } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

/** The minimum number of connections: below it, nodes can differ by chance. */
const fewest = 100
/** The maximum ratio to the average number of connections per node. */
const most = 1.5

export function connectionBalance(nodes: Answer<readonly ClusterNode[]>): HealthCheck {
  return judgeSubject({
    id: 'balance',
    subject: m.balance,
    answer: nodes,
    judge(list) {
      const running = list.filter(isRunning)
      const total = running.reduce((sum, { live_connections }) => sum + live_connections, 0)
      if (running.length < 2) return ok(m.balanceAlone)
      const evidence = running.map(({ node, live_connections }) =>
        m.nodeHas(visibleText(node), formatNumber(live_connections)),
      )
      if (total < fewest) return ok(m.balanceFew(total), evidence)
      const highest = Math.max(...running.map(({ live_connections }) => live_connections))
      if (highest <= (total / running.length) * most) return ok(m.balanced, evidence)
      return {
        level: 'warn',
        verdict: m.unbalanced,
        evidence,
        consequence: m.balanceConsequence,
        fix: { label: m.toNodes, to: linkTo('nodes') },
      }
    },
  })
}
