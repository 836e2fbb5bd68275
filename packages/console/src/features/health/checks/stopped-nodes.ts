import type { Node } from '@brokerdeck/contract/nodes.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { type Answer, type HealthCheck, ok } from '../health-check.ts'
import { judge } from '../judge.ts'
import { m } from '../messages.ts'

/** A replicant that is down is not listed at all, so only core nodes are found. */
export function stoppedNodes(nodes: Answer<readonly Node[]>): HealthCheck {
  return judge({
    id: 'nodes',
    subject: m.nodes,
    answer: nodes,
    judge(list) {
      const stopped = list.filter((node) => !isRunning(node))
      if (stopped.length === 0) return ok(m.nodesRun(list.length))
      return {
        level: 'bad',
        verdict: m.nodesStopped(stopped.length, list.length),
        evidence: stopped.map(({ node }) => visibleText(node)),
        consequence: m.nodesConsequence,
        fix: { label: m.toNodes, to: paths.nodes() },
      }
    },
  })
}
