import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import { publish } from '@brokerdeck/contract/traffic/publish.ts'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import type { PublishProperties, PublishRequest } from '../../mqtt/node/cluster.ts'

type PublishApiDeps = Pieces<'cluster'>

type Publish = ReceivedOf<typeof publish.publish>['body']

/** These refusals have a format of their own: an MQTT reason code instead of a code (MQTT-2.4). */
const byReason = (reason_code: number, message: string) => new ApiRefusal(400, { reason_code, message })

const nobody = { reason_code: 16, message: 'no_matching_subscribers' } as const

function toRequest(body: Publish, { cluster }: PublishApiDeps): PublishRequest {
  if (topicNameFault(body.topic) !== undefined) throw byReason(144, 'topic_name_invalid')
  const payload = decodePayload(body)
  if (payload.length + Buffer.byteLength(body.topic) > cluster.settings.mqtt.maxPacketSize)
    throw byReason(151, 'packet_too_large')
  const properties = toProperties(body.properties)
  return { topic: body.topic, payload, qos: body.qos, retain: body.retain, properties }
}

function decodePayload({ payload, payload_encoding }: Publish): Buffer {
  if (payload_encoding === 'plain') return Buffer.from(payload, 'utf8')
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(payload)) {
    throw byReason(131, `{decode_base64_payload_failed,<<"${payload.slice(0, 200)}">>}`)
  }
  return Buffer.from(payload, 'base64')
}

function toProperties(given: Publish['properties']): PublishProperties {
  if (given === undefined) return {}
  const user = given.user_properties === undefined ? [] : Object.entries(given.user_properties)
  return {
    ...(given.payload_format_indicator === undefined
      ? {}
      : { payloadFormatIndicator: given.payload_format_indicator === 0 ? 0 : 1 }),
    ...(given.message_expiry_interval === undefined
      ? {}
      : { messageExpiryInterval: Math.min(given.message_expiry_interval, 0xffffffff) }),
    ...(given.response_topic === undefined
      ? {}
      : { responseTopic: checkResponseTopic(given.response_topic) }),
    ...(given.correlation_data === undefined
      ? {}
      : { correlationData: Buffer.from(given.correlation_data, 'utf8') }),
    ...(given.content_type === undefined ? {} : { contentType: given.content_type }),
    ...(user.length === 0 ? {} : { userProperties: user }),
  }
}

function checkResponseTopic(topic: string): string {
  if (topicNameFault(topic) !== undefined) throw byReason(144, 'topic_name_invalid')
  return topic
}

async function send(
  request: PublishRequest,
  { cluster }: PublishApiDeps,
): Promise<{ id: string } | typeof nobody> {
  const { message, receivers } = await cluster.publish(request)
  return receivers === 0 ? nobody : { id: message.id }
}

export const publishApi = apiResource({
  endpoints: publish,
  uses: ['cluster'],
  handlers: {
    async publish({ body }, call) {
      const result = await send(toRequest(body, call), call)
      return 'id' in result ? { status: 200, body: result } : { status: 202, body: result }
    },

    async publishMany({ body }, call) {
      if (body.length === 0) throw refusal(400, 'BAD_REQUEST', 'empty_batch')
      const requests = body.map((one) => toRequest(one, call))
      const results = []
      for (const request of requests) results.push(await send(request, call))
      const published = results.filter((result) => 'id' in result)
      return published.length === results.length
        ? { status: 200, body: published }
        : { status: 202, body: results }
    },
  },
})
