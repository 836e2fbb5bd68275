import type { ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet'
import type { Verdict } from './access.ts'
import type { Subscription } from './cluster.ts'
import type { Conversation } from './conversation.ts'
import { reasons } from './reason.ts'
import { replayRetained } from './replay-retained.ts'
import { requestedSubscription, subscriptionQuota, writtenFilter } from './requested-subscription.ts'
import type { MqttSession } from './session.ts'
import { whenDecided } from './when-decided.ts'

const noSubscriptionExisted = 0x11
const allowed: Verdict = { permission: 'allow' }

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
  const wanted = packet.subscriptions.map((one) => requestedSubscription(talk, session, one, identifier))
  // MQTT-3.8.3-4; in MQTT 3 it is the broker that adds it.
  if (
    wire.version === 5 &&
    wanted.some((one) => typeof one !== 'number' && one.group !== undefined && one.nl === 1)
  ) {
    home.metrics.count('packets.subscribe.error')
    talk.fail(reasons.protocolError)
    return
  }
  const decisions = packet.subscriptions.map(({ topic, qos }, at) =>
    // What is no filter is refused as such.
    wanted[at] === reasons.topicFilterInvalid.code
      ? allowed
      : core.access.authorize(session, { kind: 'subscribe', qos }, topic),
  )
  whenDecided(talk, decisions, (verdicts) => {
    if (verdicts.some((verdict) => verdict.disconnects === true)) {
      talk.fail(reasons.notAuthorized)
      return
    }
    const permitted = wanted.map((one, at) => {
      if (verdicts[at]?.permission === 'allow') return one
      home.metrics.count('packets.subscribe.auth_error')
      return reasons.notAuthorized.code
    })
    subscribe(talk, session, permitted, messageId)
  })
}

function subscribe(
  talk: Conversation,
  session: MqttSession,
  wanted: readonly (Subscription | number)[],
  messageId: number,
): void {
  const { core, home, wire } = talk
  const made = wanted.map((subscription) => {
    const refused =
      typeof subscription === 'number' ? subscription : subscriptionQuota(talk, session, subscription)
    if (typeof subscription !== 'number' && refused === undefined) {
      return { subscription, ...core.registry.subscribe(session, subscription) }
    }
    home.metrics.count('packets.subscribe.error')
    return refused
  })
  const granted = made.map((one) =>
    typeof one === 'object' ? one.subscription.qos : wire.version === 5 ? (one ?? 0x80) : 0x80,
  )
  const stored = core.registry.save(session)
  talk.acks.after(stored === undefined ? [] : [stored], () => {
    wire.send({ cmd: 'suback', messageId, granted })
    for (const one of made) {
      if (typeof one === 'object') replayRetained(core, session, one.subscription, one.isNew)
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
    core.registry.unsubscribe(session, writtenFilter(talk, session, topic).topic) ? 0 : noSubscriptionExisted,
  )
  const stored = core.registry.save(session)
  talk.acks.after(stored === undefined ? [] : [stored], () => {
    wire.send({ cmd: 'unsuback', messageId, granted })
  })
}
