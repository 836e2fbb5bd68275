import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { languageTag } from '#i18n/locale.ts'

/** A node that the cluster listed before and does not list any more, not even as stopped. */
export interface UnreportedNode {
  readonly node: string
  readonly node_status: 'unreported'
  readonly role: Node['role']
  /** The time at which the node was last listed, in milliseconds since the epoch. */
  readonly lastSeenAt: number
}

export type ClusterNode = Node | UnreportedNode

/** The time for which a missing node is reported, so that a node that left on purpose is not reported forever. */
const missedForMs = 3_600_000

/** Remembers which nodes a cluster had. */
export class SeenNodes {
  readonly #seen = new Map<string, { readonly role: Node['role']; readonly at: number }>()

  /** Returns the list, completed by the nodes that are missing from it. */
  complete(list: readonly Node[], at: number): readonly ClusterNode[] {
    for (const { node, role } of list) this.#seen.set(node, { role, at })
    for (const [node, { at: seenAt }] of this.#seen) if (at - seenAt > missedForMs) this.#seen.delete(node)
    const listed = new Set(list.map(({ node }) => node))
    const missing = [...this.#seen]
      .filter(([node]) => !listed.has(node))
      .map(
        ([node, seen]): UnreportedNode => ({
          node,
          node_status: 'unreported',
          role: seen.role,
          lastSeenAt: seen.at,
        }),
      )
    return [...list, ...missing]
  }

  /** Forgets a node that was removed, so that it is not reported as missing. */
  forget(node: string): void {
    this.#seen.delete(node)
  }
}

/** Formats the time for which the cluster has not listed a node: `12 s`. */
export function formatUnreportedTime({ lastSeenAt }: UnreportedNode, now: number): string {
  return formatDuration(Math.max(1000, now - lastSeenAt), 1)
}

/** Compares nodes by name, so that a node keeps its place and its colour whichever node responds. */
export function byNodeName(a: { readonly node: string }, b: { readonly node: string }): number {
  return a.node.localeCompare(b.node, languageTag)
}
