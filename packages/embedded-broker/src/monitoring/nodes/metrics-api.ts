import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { metrics as contract } from '@brokerdeck/contract/monitoring/metrics.ts'
import { addUp } from '../../broker/add-up.ts'
import { runningNodes } from '../../broker/answering-node.ts'
import type { ApiCall } from '../../http/api-call.ts'

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
