import { memoryUse, toMemoryLevel } from '#domain/cluster-node/memory-use.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  type Judgement,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatBytes, formatPercent } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

/** Checks the memory of the machines as their nodes report it. */
export function memoryHeadroom(nodes: Answer<readonly ClusterNode[]>): HealthCheck {
  return judgeSubject({
    id: 'memory',
    subject: m.memory,
    answer: nodes,
    judge(list): Judgement {
      const uses = list.filter(isRunning).flatMap((node) => {
        const use = memoryUse(node)
        return use === undefined ? [] : [{ node: visibleText(node.node), ...use }]
      })
      if (uses.length === 0) return { level: 'unknown', verdict: m.memoryUnknown }
      const evidence = uses.map(({ node, used, total, share }) =>
        m.memoryIs(node, formatBytes(used), formatBytes(total), formatPercent(share)),
      )
      const worst = toMemoryLevel(Math.max(...uses.map(({ share }) => share)))
      if (worst === 'normal') return ok(m.memoryFree, evidence)
      return {
        level: worst,
        verdict: m.memoryShort,
        evidence,
        consequence: m.memoryConsequence,
        fix: { label: m.toNodes, to: linkTo('nodes') },
      }
    },
  })
}
