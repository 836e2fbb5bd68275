import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { stats as contract } from '@brokerdeck/contract/monitoring/stats.ts'
import { addUp } from '../../broker/add-up.ts'
import { runningNodes } from '../../broker/answering-node.ts'
import type { ApiCall } from '../../http/api-call.ts'

/** Known to every node as a whole, so not added up. EMQX does add up `cluster_sessions` and `delayed`, and so do we. */
const clusterWide = /^(retained|topics|subscriptions\.shared)\.(count|max)$/

export const stats: Handlers<typeof contract, ApiCall> = {
  list({ query }, { world }) {
    const nodes = runningNodes(world.cluster)
    if (query.aggregate === true) {
      const body = addUp(
        nodes.map((node) => node.stats()),
        (name) => clusterWide.test(name),
      )
      return { status: 200, body }
    }
    return { status: 200, body: nodes.map((node) => ({ ...node.stats(), node: node.name })) }
  },
}
