import { errorCodes } from '@brokerdeck/contract/endpoint.ts'
import { status } from '@brokerdeck/contract/monitoring/status.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { answeringNode } from '../../mqtt/node/answering-node.ts'
import { version } from './node-info.ts'

export const statusApi = apiResource({
  endpoints: status,
  uses: ['cluster'],
  handlers: {
    get({ query }, { cluster }) {
      const node = answeringNode(cluster)
      if (node === undefined) {
        throw new ApiRefusal(
          503,
          { code: 'SERVICE_UNAVAILABLE', message: 'No node is running' },
          { 'retry-after': '15' },
        )
      }
      if (query.format !== 'json') {
        return { status: 200, body: `Node ${node.name} is started\nemqx is running` }
      }
      return {
        status: 200,
        body: {
          node_name: node.name,
          rel_vsn: `v${version}`,
          broker_status: 'started',
          app_status: 'running',
        },
      }
    },

    errorCodes() {
      const body = Object.entries(errorCodes).map(([code, { meaning }]) => ({ code, description: meaning }))
      return { status: 200, body }
    },
  },
})
