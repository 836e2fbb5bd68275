import { listOf, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import {
  clusterLink,
  clusterLinkSettingsSchema,
  clusterLinks,
} from '@brokerdeck/contract/system/cluster-links.ts'
import { configRoot } from '../../config/config-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import { listIn } from '../../http/config-documents.ts'
import { configResource } from '../../http/config-resource.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'

const cluster = struct('cluster', { links: withDefault(listOf(clusterLink), []) })
const root = configRoot({ name: 'cluster', shape: tolerant(cluster), schema: cluster })

const forwarding = {
  matched: 0,
  success: 0,
  failed: 0,
  dropped: 0,
  retried: 0,
  inflight: 0,
  queuing: 0,
  rate: 0,
  rate_last5m: 0,
  rate_max: 0,
}
const counted = { forwarding, router: { routes: 0 } }
const reason = 'The embedded broker does not link clusters'

/** This broker does not connect to other clusters: a link is stored, and stays disconnected with the reason. */
export const clusterLinksApi = configResource({
  endpoints: clusterLinks,
  edition: 'enterprise',
  uses: ['cluster'],
  root,
  place: listIn('links'),
  shape: clusterLinkSettingsSchema,
  alone: clusterLink,
  getId: ({ name }) => name,
  named: (name, body) => ({ ...Object(body), name }),
  refusals: {
    unknown: () => refusal(404, 'NOT_FOUND', 'Cluster link not found'),
    exists: () => refusal(400, 'ALREADY_EXISTS', 'Cluster link already exists'),
  },
  answer(link, { cluster: own }) {
    const nodes = runningNodes(own).map(({ name: node }) => ({ node, status: 'disconnected', reason }))
    return { ...link, status: 'disconnected', node_status: nodes }
  },
  handlers: {
    metrics({ params }, { kept, cluster: own }) {
      kept.find(params.name)
      const node_metrics = runningNodes(own).map(({ name: node }) => ({ node, metrics: counted }))
      return { status: 200, body: { metrics: counted, node_metrics } }
    },
    resetMetrics({ params }, { kept }) {
      kept.find(params.name)
      return { status: 204, body: undefined }
    },
  },
})
