import { isRunning } from '#domain/cluster-node/node-versions.ts'
import { type ClusterNode, formatUnreportedTime } from '#domain/cluster-node/seen-nodes.ts'
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

/** Checks for nodes that are listed as stopped, and for nodes that were listed recently and are in no list any more. */
export function checkStoppedNodes(nodes: Answer<readonly ClusterNode[]>, now: number): HealthCheck {
  return judgeSubject({
    id: 'nodes',
    subject: m.nodes,
    answer: nodes,
    judge(list) {
      const away = list.filter((node) => !isRunning(node))
      const [first, ...others] = away
      if (first === undefined) return ok(m.nodesRun(list.length))
      const isOneNode = others.length === 0
      return {
        level: 'bad',
        verdict: m.nodesAway(formatNumber(away.length), formatNumber(list.length)),
        ...(isOneNode ? { brief: describeNode(first, now) } : {}),
        evidence: away.map((node) => describeNode(node, now)),
        consequence: m.nodesConsequence,
        fix: isOneNode
          ? { label: m.toNode, to: linkTo('node', { node: first.node }) }
          : { label: m.toNodes, to: linkTo('nodes') },
      }
    },
  })
}

function describeNode(node: ClusterNode, now: number): string {
  const name = visibleText(node.node)
  return node.node_status === 'unreported'
    ? m.nodeUnreported(name, formatUnreportedTime(node, now))
    : m.nodeStopped(name)
}
