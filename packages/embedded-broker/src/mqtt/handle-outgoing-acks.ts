import type { IPubackPacket, IPubcompPacket, IPubrecPacket } from 'mqtt-packet'
import type { Conversation } from './conversation.ts'
import type { MqttSession } from './session.ts'

export function handlePuback(talk: Conversation, session: MqttSession, packet: IPubackPacket): void {
  const { metrics } = talk.home
  const entry = session.outbox.inflight.get(packet.messageId ?? 0)
  if (entry?.message.qos === 1 && session.complete(packet.messageId ?? 0)) metrics.count('messages.acked')
  else metrics.count('packets.puback.missed')
}

export function handlePubrec(talk: Conversation, session: MqttSession, packet: IPubrecPacket): void {
  const { metrics } = talk.home
  const packetId = packet.messageId ?? 0
  const isKnown = session.outbox.inflight.get(packetId)?.message.qos === 2
  if (!isKnown) metrics.count('packets.pubrec.missed')
  // MQTT 5 §4.3.3: after an error the identifier is free at once.
  if ((packet.reasonCode ?? 0) >= 0x80) {
    if (isKnown) session.complete(packetId)
    return
  }
  if (session.release(packetId)) metrics.count('messages.acked')
  talk.wire.send({ cmd: 'pubrel', messageId: packetId, reasonCode: isKnown ? 0 : 0x92 })
}

export function handlePubcomp(talk: Conversation, session: MqttSession, packet: IPubcompPacket): void {
  const entry = session.outbox.inflight.get(packet.messageId ?? 0)
  if (entry?.isReleased !== true || !session.complete(packet.messageId ?? 0)) {
    talk.home.metrics.count('packets.pubcomp.missed')
  }
}
