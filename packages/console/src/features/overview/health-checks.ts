import type { MonitorCurrent } from '@brokerdeck/contract/monitor.ts'
import type { Node } from '@brokerdeck/contract/nodes.ts'
import { levelOf, memoryUse } from '#domain/cluster-node/memory-use.ts'
import { isRunning, versionsOf } from '#domain/cluster-node/node-versions.ts'

/** Something that an operator should look at, as far as the API can tell. */
export type Check =
  | { readonly kind: 'stopped'; readonly node: string }
  | { readonly kind: 'versions'; readonly versions: readonly string[] }
  | { readonly kind: 'memory'; readonly node: string; readonly share: number }
  | { readonly kind: 'alarms'; readonly count: number }
  | { readonly kind: 'drops'; readonly perSecond: number }

interface Known {
  readonly nodes: readonly Node[] | undefined
  readonly activeAlarms: number
  readonly current: MonitorCurrent | undefined
}

/** Worst first. What could not be asked is not judged. */
export function healthChecks({ nodes = [], activeAlarms, current }: Known): readonly Check[] {
  const checks: Check[] = []
  for (const node of nodes) if (!isRunning(node)) checks.push({ kind: 'stopped', node: node.node })
  if (activeAlarms > 0) checks.push({ kind: 'alarms', count: activeAlarms })
  for (const node of nodes.filter(isRunning)) {
    const use = memoryUse(node)
    if (use && levelOf(use.share) !== 'normal')
      checks.push({ kind: 'memory', node: node.node, share: use.share })
  }
  const versions = versionsOf(nodes)
  if (versions.length > 1) checks.push({ kind: 'versions', versions })
  if (current && current.dropped_msg_rate > 0)
    checks.push({ kind: 'drops', perSecond: current.dropped_msg_rate })
  return checks
}
