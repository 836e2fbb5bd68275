import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useNow } from '#ui/relative-time.tsx'
import { Status } from '#ui/status.tsx'
import { memoryUse, toMemoryLevel } from './memory-use.ts'
import { clusterNode as m } from './messages.ts'
import { isRunning } from './node-versions.ts'
import { type ClusterNode, formatUnreportedTime, type UnreportedNode } from './seen-nodes.ts'

/** A node that runs short of memory still runs, so both facts are shown. */
export function NodeStatus({ node }: { readonly node: ClusterNode }) {
  if (node.node_status === 'unreported') return <Unreported node={node} />
  if (!isRunning(node)) return <Status kind="off">{m.stopped}</Status>
  const use = memoryUse(node)
  const isFine = !use || toMemoryLevel(use.share) === 'normal'
  return <Status kind={isFine ? 'ok' : 'warn'}>{isFine ? m.running : m.warning}</Status>
}

function Unreported({ node }: { readonly node: UnreportedNode }) {
  const now = useNow()
  return <Status kind="unknown">{m.unreportedFor(formatUnreportedTime(node, now))}</Status>
}

const roles: Record<Node['role'], string> = { core: m.core, replicant: m.replicant }

export function nodeRole(node: ClusterNode): string {
  return roles[node.role]
}
