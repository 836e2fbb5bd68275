import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { runningNode } from '../../mqtt/node/answering-node.ts'
import type { BrokerNode } from '../../mqtt/node/cluster.ts'
import { runningNodeInfo } from './node-info.ts'

type NodesApiDeps = Pieces<'cluster'>

/** Throws 404 for a stopped node as for an unknown one. */
export function nodeOrRefuse({ cluster }: NodesApiDeps, name: string): BrokerNode {
  const node = runningNode(cluster, name)
  if (node === undefined) throw refusal(404, 'NOT_FOUND', `Node not found: ${name}`)
  return node
}

export const nodesApi = apiResource({
  endpoints: nodes,
  uses: ['cluster', 'edition', 'log', 'now'],
  handlers: {
    list(_received, call) {
      const body = call.cluster.nodes.map((node) =>
        node.isRunning
          ? runningNodeInfo(node, call)
          : { node: node.name, node_status: 'stopped' as const, role: node.role },
      )
      return { status: 200, body }
    },

    get({ params }, call) {
      return { status: 200, body: runningNodeInfo(nodeOrRefuse(call, params.node), call) }
    },

    stats({ params }, call) {
      return { status: 200, body: { ...nodeOrRefuse(call, params.node).stats() } }
    },

    metrics({ params }, call) {
      return { status: 200, body: { ...nodeOrRefuse(call, params.node).metrics() } }
    },
  },
})
