import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import { topicFilterFault } from '@brokerdeck/contract/topic.ts'
import { type retainer as contract, maxRetainedPayload } from '@brokerdeck/contract/traffic/retainer.ts'
import type { World } from '../../broker/world.ts'
import { retainerRoot } from '../../config/roots/retainer-root.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { pageOf } from '../../http/page.ts'
import { formatTime } from '../../http/timestamp.ts'
import type { Message } from '../../mqtt/cluster.ts'

/** The broker's own say nothing, others `undefined`. */
const usernameOf = ({ fromUsername, isSys }: Message) => fromUsername ?? (isSys ? '' : 'undefined')

const toRow = (message: Message) => ({
  msgid: message.id,
  topic: message.topic,
  qos: message.qos,
  publish_at: formatTime(message.publishAt),
  from_clientid: message.fromClientid,
  from_username: usernameOf(message),
})

function matchingOrRefuse(filter: string, { cluster }: World): readonly [Message, ...Message[]] {
  const [first, ...more] = matching(filter, cluster)
  if (first === undefined) throw refusal(404, 'NOT_FOUND', "Viewed message doesn't exist")
  return [first, ...more]
}

const matching = (filter: string, cluster: World['cluster']) =>
  topicFilterFault(filter) === undefined ? cluster.retained(filter) : []

export const retainer: Handlers<typeof contract, ApiCall> = {
  getSettings: (_received, { world }) => ({ status: 200, body: world.config.get(retainerRoot) }),

  async putSettings({ body }, { world }) {
    return { status: 200, body: await world.config.write(retainerRoot, body, { isMerge: true }) }
  },

  listMessages({ query }, { world }) {
    const { topic } = query
    const found = topic === undefined ? world.cluster.retained() : matching(topic, world.cluster)
    return { status: 200, body: pageOf(found, query, toRow, topic === undefined) }
  },

  async clearMessages(_received, { world: { cluster } }) {
    await cluster.dropRetained(cluster.retained())
    return { status: 204, body: undefined }
  },

  getMessage({ params }, { world }) {
    const [message] = matchingOrRefuse(params.topic, world)
    const isShown = message.payload.length <= maxRetainedPayload
    const body = { ...toRow(message), ...(isShown && { payload: message.payload.toString('base64') }) }
    return { status: 200, body }
  },

  async deleteMessage({ params }, { world }) {
    await world.cluster.dropRetained(matchingOrRefuse(params.topic, world))
    return { status: 204, body: undefined }
  },
}
