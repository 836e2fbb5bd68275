import { stats } from '@brokerdeck/contract/monitoring/stats.ts'
import { apiResource } from '../../http/api-resource.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import { addUp } from '../../runtime/add-up.ts'

/**
 * Statistics of the whole cluster, which every node knows, so they are not added up. EMQX does add up
 * `cluster_sessions` and `delayed`, and so does this broker.
 */
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
