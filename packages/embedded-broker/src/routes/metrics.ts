import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { metrics as contract } from '@brokerdeck/contract/metrics.ts'
import type { ApiCall } from '../http/api-call.ts'
import { addUp } from '../world/add-up.ts'
import { runningNodes } from '../world/answering-node.ts'

export const metrics: Handlers<typeof contract, ApiCall> = {
  list({ query }, { world }) {
    const nodes = runningNodes(world.cluster)
    if (query.aggregate === true) {
      const body = addUp(
        nodes.map((node) => node.metrics()),
        () => false,
      )
      return { status: 200, body }
    }
    const asked = nodes.filter((node) => query.node === undefined || node.name === query.node)
    return { status: 200, body: asked.map((node) => ({ ...node.metrics(), node: node.name })) }
  },
}
