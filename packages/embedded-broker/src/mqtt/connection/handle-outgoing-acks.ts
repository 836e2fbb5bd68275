import type { IPubackPacket, IPubcompPacket, IPubrecPacket } from 'mqtt-packet'
import type { Message } from '../node/cluster.ts'
import type { MqttSession } from '../session/session.ts'
import type { ConnectionContext } from './connection-context.ts'
import { toPairs } from './wire-properties.ts'

function handleAck(
  { core, nodeContext }: ConnectionContext,
  session: MqttSession,
  { message }: { readonly message: Message },
  { properties }: Pick<IPubackPacket, 'properties'>,
): void {
  nodeContext.metrics.count('messages.acked')
  if (!core.events.isHeard('acked')) return
  const { reasonString, userProperties } = properties ?? {}
  const said = {
    ...(reasonString !== undefined && { reasonString }),
    ...(userProperties !== undefined && { userProperties: toPairs(userProperties) }),
  }
  core.events.emit('acked', { session, message, said: properties && said })
}

export function handlePuback(
  connection: ConnectionContext,
  session: MqttSession,
  packet: IPubackPacket,
): void {
  const { metrics } = connection.nodeContext
  const entry = session.outbox.inflight.get(packet.messageId ?? 0)
  if (entry?.message.qos === 1 && session.complete(packet.messageId ?? 0))
    handleAck(connection, session, entry, packet)
  else metrics.count('packets.puback.missed')
}

export function handlePubrec(
  connection: ConnectionContext,
  session: MqttSession,
  packet: IPubrecPacket,
): void {
  const { metrics } = connection.nodeContext
  const packetId = packet.messageId ?? 0
  const entry = session.outbox.inflight.get(packetId)
  const isKnown = entry?.message.qos === 2
  if (!isKnown) metrics.count('packets.pubrec.missed')
  // MQTT 5 §4.3.3: after an error the packet identifier is free at once.
  if ((packet.reasonCode ?? 0) >= 0x80) {
    if (isKnown) session.complete(packetId)
    return
  }
  if (entry !== undefined && session.release(packetId)) handleAck(connection, session, entry, packet)
  connection.wire.send({ cmd: 'pubrel', messageId: packetId, reasonCode: isKnown ? 0 : 0x92 })
}

export function handlePubcomp(
  connection: ConnectionContext,
  session: MqttSession,
  packet: IPubcompPacket,
): void {
  const entry = session.outbox.inflight.get(packet.messageId ?? 0)
  if (entry?.isReleased !== true || !session.complete(packet.messageId ?? 0)) {
    connection.nodeContext.metrics.count('packets.pubcomp.missed')
  }
}
