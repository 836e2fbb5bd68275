import { parseShared, topicFilterFault } from '@brokerdeck/contract/topic.ts'
import type { ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet'
import type { Subscription } from './cluster.ts'
import type { Conversation } from './conversation.ts'
import { reasons } from './reason.ts'
import { replayRetained } from './replay-retained.ts'
import type { MqttSession } from './session.ts'

const topicFilterInvalid = 0x8f
const noSubscriptionExisted = 0x11

type Requested = ISubscribePacket['subscriptions'][number]

function toSubscription(requested: Requested, identifier: number | undefined): Subscription | undefined {
  const { topic, qos, nl, rap, rh } = requested
  if (topicFilterFault(topic) !== undefined) return undefined
  return {
    topic,
    ...parseShared(topic),
    qos,
    nl: nl === true ? 1 : 0,
    rap: rap === true ? 1 : 0,
    rh: rh === 1 ? 1 : rh === 2 ? 2 : 0,
    ...(identifier !== undefined && { subscriptionIdentifier: identifier }),
  }
}

export function handleSubscribe(talk: Conversation, session: MqttSession, packet: ISubscribePacket): void {
  const { core, home, wire } = talk
  const messageId = packet.messageId ?? 0
  const identifier = packet.properties?.subscriptionIdentifier
  // MQTT-3.8.3-2; MQTT 5 §3.8.2.1.2
  if (packet.subscriptions.length === 0 || identifier === 0) {
    home.metrics.count('packets.subscribe.error')
    talk.fail(reasons.protocolError)
    return
  }
  home.metrics.count('client.subscribe')
  const wanted = packet.subscriptions.map((requested) => toSubscription(requested, identifier))
  // MQTT-3.8.3-4
  if (wanted.some((one) => one?.group !== undefined && one.nl === 1)) {
    home.metrics.count('packets.subscribe.error')
    talk.fail(reasons.protocolError)
    return
  }
  const made = wanted.map((subscription) => {
    if (subscription === undefined) {
      home.metrics.count('packets.subscribe.error')
      return undefined
    }
    return { subscription, ...core.registry.subscribe(session, subscription) }
  })
  const refused = wire.version === 5 ? topicFilterInvalid : 0x80
  const granted = made.map((one) => one?.subscription.qos ?? refused)
  const stored = core.registry.save(session)
  talk.acks.after(stored === undefined ? [] : [stored], () => {
    wire.send({ cmd: 'suback', messageId, granted })
    for (const one of made) {
      if (one !== undefined && session.subscriptions.get(one.subscription.topic) === one.subscription) {
        replayRetained(core.retained, session, one.subscription, one.isNew)
      }
    }
  })
}

export function handleUnsubscribe(
  talk: Conversation,
  session: MqttSession,
  packet: IUnsubscribePacket,
): void {
  const { core, home, wire } = talk
  const messageId = packet.messageId ?? 0
  if (packet.unsubscriptions.length === 0) {
    home.metrics.count('packets.unsubscribe.error')
    talk.fail(reasons.protocolError)
    return
  }
  home.metrics.count('client.unsubscribe')
  const granted = packet.unsubscriptions.map((topic) =>
    core.registry.unsubscribe(session, topic) ? 0 : noSubscriptionExisted,
  )
  const stored = core.registry.save(session)
  talk.acks.after(stored === undefined ? [] : [stored], () => {
    wire.send({ cmd: 'unsuback', messageId, granted })
  })
}
