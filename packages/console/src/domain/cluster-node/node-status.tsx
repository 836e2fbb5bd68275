import type { Node } from '@brokerdeck/contract/nodes.ts'
import { Status } from '#ui/status.tsx'
import { levelOf, memoryUse } from './memory-use.ts'
import { m } from './messages.ts'
import { isRunning } from './node-versions.ts'

/** A node that runs short of memory still runs, and says both. */
export function NodeStatus({ node }: { readonly node: Node }) {
  if (!isRunning(node)) return <Status kind="off">{m.stopped}</Status>
  const use = memoryUse(node)
  const isFine = !use || levelOf(use.share) === 'normal'
  return <Status kind={isFine ? 'ok' : 'warn'}>{isFine ? m.running : m.warning}</Status>
}

const roles: Record<Node['role'], string> = { core: m.core, replicant: m.replicant }

export function nodeRole(node: Node): string {
  return roles[node.role]
}
