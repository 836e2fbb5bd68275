import { stats } from '@brokerdeck/contract/monitoring/stats.ts'
import { addUp } from '../../broker/add-up.ts'
import { runningNodes } from '../../broker/answering-node.ts'
import { apiResource } from '../../http/api-resource.ts'

/** Known to every node as a whole, so not added up. EMQX does add up `cluster_sessions` and `delayed`, and so do we. */
const clusterWide = /^(retained|topics|subscriptions\.shared)\.(count|max)$/

export const statsApi = apiResource({
  endpoints: stats,
  uses: ['cluster'],
  handlers: {
    list({ query }, { cluster }) {
      const nodes = runningNodes(cluster)
      if (query.aggregate === true) {
        const body = addUp(
          nodes.map((node) => node.stats()),
          (name) => clusterWide.test(name),
        )
        return { status: 200, body }
      }
      return { status: 200, body: nodes.map((node) => ({ ...node.stats(), node: node.name })) }
    },
  },
})
