import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import { byNodeName } from './node-order.ts'
import { type ClusterNode, SeenNodes } from './seen-nodes.ts'

const pollSeconds = 10
const seenBy = new WeakMap<QueryClient, SeenNodes>()

function seenNodes(client: QueryClient): SeenNodes {
  const seen = seenBy.get(client) ?? new SeenNodes()
  seenBy.set(client, seen)
  return seen
}

/** After it was removed from the cluster. */
export function forgetNode(client: QueryClient, node: string): void {
  seenNodes(client).forget(node)
}

/** The nodes of the cluster by name, also those that it has just stopped to list. */
export function useClusterNodes() {
  const client = useQueryClient()
  const query = useQuery(read(nodes.list, {}, { pollSeconds }))
  const { data, dataUpdatedAt } = query
  const list = useMemo(
    (): readonly ClusterNode[] | undefined =>
      data && seenNodes(client).complete(data, dataUpdatedAt).toSorted(byNodeName),
    [client, data, dataUpdatedAt],
  )
  return { query, list, reported: useMemo((): readonly Node[] => (list ?? []).filter(isReported), [list]) }
}

function isReported(node: ClusterNode): node is Node {
  return node.node_status !== 'unreported'
}
