import { delayed, delayedPayloadTooLarge, maxDelayedPayload } from '@brokerdeck/contract/traffic/delayed.ts'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import { delayedRoot } from '../../config/roots/delayed-root.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import { formatTime } from '../../http/timestamp.ts'
import { runningNodes } from '../../mqtt/node/answering-node.ts'
import type { DelayedMessage } from '../../mqtt/node/cluster.ts'

type DelayedApiDeps = Pieces<'cluster' | 'config' | 'now'>

const toRow = ({ message, node, seconds, dueAt }: DelayedMessage, now: number) => ({
  msgid: message.id,
  node,
  topic: message.topic,
  qos: message.qos,
  publish_at: formatTime(message.publishAt),
  expected_at: formatTime(dueAt),
  delayed_interval: seconds,
  delayed_remaining: Math.max(0, Math.floor((dueAt - now) / 1000)),
  from_clientid: message.fromClientid,
  // Also applies to messages of the API, whose name is empty elsewhere.
  from_username: message.fromUsername || 'undefined',
})

function oneOrRefuse(
  { node, msgid }: { node: string; msgid: string },
  { cluster }: DelayedApiDeps,
): DelayedMessage {
  if (!runningNodes(cluster).some(({ name }) => name === node)) {
    throw refusal(400, 'INVALID_NODE', `The node name ${node} is invalid`)
  }
  if (!/^[0-9a-f]{32}$/i.test(msgid)) {
    throw refusal(400, 'MESSAGE_ID_SCHEMA_ERROR', `Message ID ${msgid} schema error`)
  }
  const found = cluster.delayed.get(node, msgid.toUpperCase())
  if (found === undefined) throw refusal(404, 'MESSAGE_ID_NOT_FOUND', `Message ID ${msgid} not found`)
  return found
}

export const delayedApi = apiResource({
  endpoints: delayed,
  uses: ['cluster', 'config', 'now'],
  handlers: {
    getSettings: (_received, { config }) => ({ status: 200, body: config.get(delayedRoot) }),

    async putSettings({ body }, { config }) {
      return { status: 200, body: await config.write(delayedRoot, body) }
    },

    listMessages({ query }, { now, cluster }) {
      const moment = now()
      return { status: 200, body: toPage(cluster.delayed.all(), query, (one) => toRow(one, moment)) }
    },

    getMessage({ params }, call) {
      const one = oneOrRefuse(params, call)
      const { payload } = one.message
      const shown = payload.length > maxDelayedPayload ? delayedPayloadTooLarge : payload.toString('base64')
      return { status: 200, body: { ...toRow(one, call.now()), payload: shown } }
    },

    async deleteMessage({ params }, call) {
      await call.cluster.delayed.remove(oneOrRefuse(params, call))
      return { status: 204, body: undefined }
    },

    async deleteOfTopic({ params: { topic } }, { cluster }) {
      if (topicNameFault(topic) !== undefined) {
        throw refusal(400, 'INVALID_TOPIC_NAME', `The topic name ${topic} is invalid`)
      }
      const found = cluster.delayed.all().filter(({ message }) => message.topic === topic)
      if (found.length === 0) throw refusal(404, 'MESSAGE_NOT_FOUND', `Not found messages for ${topic}`)
      await Promise.all(found.map((one) => cluster.delayed.remove(one)))
      return { status: 204, body: undefined }
    },
  },
})
