import type { cluster as contract } from '@brokerdeck/contract/cluster.ts'
import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { ApiCall } from '../http/api-call.ts'
import { answeringNode, runningNodes } from '../world/answering-node.ts'

export const cluster: Handlers<typeof contract, ApiCall> = {
  get(_received, { world }) {
    const nodes = runningNodes(world.cluster).map((node) => node.name)
    return {
      status: 200,
      body: { name: world.cluster.name, nodes, self: answeringNode(world.cluster)?.name ?? '' },
    }
  },

  topology(_received, { world }) {
    const nodes = runningNodes(world.cluster)
    const replicants = nodes.filter((node) => node.role === 'replicant').map((node) => ({ node: node.name }))
    const cores = nodes.filter((node) => node.role === 'core')
    return {
      status: 200,
      body: cores.map((core) => ({ core_node: core.name, replicant_nodes: replicants })),
    }
  },
}
