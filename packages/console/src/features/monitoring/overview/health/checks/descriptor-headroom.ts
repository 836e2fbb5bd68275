import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
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
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

const high = 0.8
const full = 0.95

interface Use {
  readonly share: number
  readonly words: string
}

/** Checks file descriptors and processes: each connection needs one of both, and the broker reports the limits. */
export function descriptorHeadroom(nodes: Answer<readonly ClusterNode[]>): HealthCheck {
  return judgeSubject({
    id: 'descriptors',
    subject: m.descriptors,
    answer: nodes,
    judge(list): Judgement {
      const uses = list.filter(isRunning).flatMap(listUses)
      if (uses.length === 0) return { level: 'unknown', verdict: m.descriptorsUnknown }
      const evidence = uses.map(({ words }) => words)
      const worst = Math.max(...uses.map(({ share }) => share))
      if (worst < high) return ok(m.descriptorsFree, evidence)
      return {
        level: worst < full ? 'warn' : 'bad',
        verdict: m.descriptorsShort,
        evidence,
        consequence: m.descriptorsConsequence,
        fix: { label: m.toNodes, to: linkTo('nodes') },
      }
    },
  })
}

/** Returns the resources in use. A limit of 0 could not be read, so it is left out. */
function listUses(node: RunningNode): readonly Use[] {
  const name = visibleText(node.node)
  const { live_connections, max_fds, process_used, process_available } = node
  const use = (used: number, limit: number, words: (...values: [string, string, string]) => string): Use[] =>
    limit > 0 ? [{ share: used / limit, words: words(name, formatNumber(used), formatNumber(limit)) }] : []
  return [
    ...use(live_connections, max_fds, m.descriptorsAre),
    ...use(process_used, process_available, m.processesAre),
  ]
}
