import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import { byNodeName, type ClusterNode, SeenNodes } from './seen-nodes.ts'

const pollSeconds = 10
const seenBy = new WeakMap<QueryClient, SeenNodes>()

function getSeenNodes(client: QueryClient): SeenNodes {
  const seen = seenBy.get(client) ?? new SeenNodes()
  seenBy.set(client, seen)
  return seen
}

/** Forgets a node after it was removed from the cluster. */
export function forgetNode(client: QueryClient, node: string): void {
  getSeenNodes(client).forget(node)
}

/** Returns the nodes of the cluster by name, including the nodes that it no longer lists. */
export function useClusterNodes() {
  const client = useQueryClient()
  const query = useQuery(read(nodes.list, {}, { pollSeconds }))
  const { data, dataUpdatedAt } = query
  const list = useMemo(
    (): readonly ClusterNode[] | undefined =>
      data && getSeenNodes(client).complete(data, dataUpdatedAt).toSorted(byNodeName),
    [client, data, dataUpdatedAt],
  )
  return { query, list, reported: useMemo((): readonly Node[] => (list ?? []).filter(isReported), [list]) }
}

function isReported(node: ClusterNode): node is Node {
  return node.node_status !== 'unreported'
}

/**
 * Shortens `mq-1@10.20.0.11` to `mq-1` if no other node has this short name; else returns the part after the `@`,
 * without the parts that all nodes share: `core-0` of `emqx@core-0.example.org`, `…0.11` of `emqx@10.20.0.11`.
 */
export function shortNodeName(node: string, all: readonly string[]): string {
  const [short = node, host] = node.split('@')
  const others = all.filter((other) => other.startsWith(`${short}@`))
  if (others.length <= 1 || host === undefined) return short
  const hosts = others.map((other) => other.slice(short.length + 1).split('.'))
  const parts = host.split('.')
  const isShared = (at: number) => hosts.every((each) => each.at(at) === parts.at(at))
  let from = 0
  while (from < parts.length - 1 && isShared(from)) from += 1
  let to = parts.length
  while (to > from + 1 && isShared(to - 1 - parts.length)) to -= 1
  const differs = parts.slice(from, to).join('.')
  // A single number says little, so the preceding part is added.
  return from > 0 && /^\d+$/.test(differs) ? `…${parts[from - 1]}.${differs}` : differs
}
