import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { nodes as contract } from '@brokerdeck/contract/monitoring/nodes.ts'
import { runningNode } from '../../broker/answering-node.ts'
import { runningNodeInfo } from '../../broker/node-info.ts'
import type { World } from '../../broker/world.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { BrokerNode } from '../../mqtt/cluster.ts'

/** A stopped node is as unknown as one that never was. */
export function nodeOrRefuse(world: World, name: string): BrokerNode {
  const node = runningNode(world.cluster, name)
  if (node === undefined) throw refusal(404, 'NOT_FOUND', `Node not found: ${name}`)
  return node
}

export const nodes: Handlers<typeof contract, ApiCall> = {
  list(_received, { world }) {
    const body = world.cluster.nodes.map((node) =>
      node.isRunning
        ? runningNodeInfo(node, world)
        : { node: node.name, node_status: 'stopped' as const, role: node.role },
    )
    return { status: 200, body }
  },

  get({ params }, { world }) {
    return { status: 200, body: runningNodeInfo(nodeOrRefuse(world, params.node), world) }
  },

  stats({ params }, { world }) {
    return { status: 200, body: { ...nodeOrRefuse(world, params.node).stats() } }
  },

  metrics({ params }, { world }) {
    return { status: 200, body: { ...nodeOrRefuse(world, params.node).metrics() } }
  },
}
