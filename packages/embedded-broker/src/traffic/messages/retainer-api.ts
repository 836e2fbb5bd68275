import { maxRetainedPayload, retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { topicFilterFault } from '@brokerdeck/languages/topic.ts'
import { retainerRoot } from '../../config/roots/retainer-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import { formatTime } from '../../http/timestamp.ts'
import type { Cluster, Message } from '../../mqtt/node/cluster.ts'

type RetainerApiDeps = Pieces<'cluster' | 'config'>

/** Messages of the broker itself have an empty name, all other messages without a name `undefined`. */
const toUsername = ({ fromUsername, isSys }: Message) => fromUsername ?? (isSys ? '' : 'undefined')

const toRow = (message: Message) => ({
  msgid: message.id,
  topic: message.topic,
  qos: message.qos,
  publish_at: formatTime(message.publishAt),
  from_clientid: message.fromClientid,
  from_username: toUsername(message),
})

function matchingOrRefuse(filter: string, { cluster }: RetainerApiDeps): readonly [Message, ...Message[]] {
  const [first, ...more] = matching(filter, cluster)
  if (first === undefined) throw refusal(404, 'NOT_FOUND', "Viewed message doesn't exist")
  return [first, ...more]
}

const matching = (filter: string, cluster: Cluster) =>
  topicFilterFault(filter) === undefined ? cluster.retained(filter) : []

export const retainerApi = apiResource({
  endpoints: retainer,
  uses: ['cluster', 'config'],
  handlers: {
    getSettings: (_received, { config }) => ({ status: 200, body: config.get(retainerRoot) }),

    async putSettings({ body }, { config }) {
      return { status: 200, body: await config.write(retainerRoot, body, { isMerge: true }) }
    },

    listMessages({ query }, { cluster }) {
      const { topic } = query
      const found = topic === undefined ? cluster.retained() : matching(topic, cluster)
      return { status: 200, body: toPage(found, query, toRow, topic === undefined) }
    },

    async clearMessages(_received, { cluster }) {
      await cluster.dropRetained(cluster.retained())
      return { status: 204, body: undefined }
    },

    getMessage({ params }, call) {
      const [message] = matchingOrRefuse(params.topic, call)
      const isShown = message.payload.length <= maxRetainedPayload
      const body = { ...toRow(message), ...(isShown && { payload: message.payload.toString('base64') }) }
      return { status: 200, body }
    },

    async deleteMessage({ params }, call) {
      await call.cluster.dropRetained(matchingOrRefuse(params.topic, call))
      return { status: 204, body: undefined }
    },
  },
})
