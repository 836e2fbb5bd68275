import { metrics } from '@brokerdeck/contract/monitoring/metrics.ts'
import { apiResource } from '../../http/api-resource.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import { addUp } from '../../runtime/add-up.ts'

export const metricsApi = apiResource({
  endpoints: metrics,
  uses: ['cluster'],
  handlers: {
    list({ query }, { cluster }) {
      const nodes = runningNodes(cluster)
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
  },
})
