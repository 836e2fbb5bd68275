import { isRunning, listNodeVersions } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

export function nodeVersions(nodes: Answer<readonly ClusterNode[]>): HealthCheck {
  return judgeSubject({
    id: 'versions',
    subject: m.versions,
    answer: nodes,
    judge(list) {
      const [usual = '', ...others] = listNodeVersions(list)
      if (others.length === 0) return ok(m.versionsSame(visibleText(usual)))
      return {
        level: 'warn',
        verdict: m.versionsDiffer,
        evidence: list
          .filter(isRunning)
          .map(({ node, version }) => m.nodeHas(visibleText(node), visibleText(version))),
        consequence: m.versionsConsequence,
        fix: { label: m.toNodes, to: linkTo('nodes') },
      }
    },
  })
}
