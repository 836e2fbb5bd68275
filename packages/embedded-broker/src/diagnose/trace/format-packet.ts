import type { PayloadEncoding } from '@brokerdeck/contract/diagnose/trace.ts'
import type { IConnectPacket, ISubscribePacket, Packet } from 'mqtt-packet'
import { showPayload } from './show-payload.ts'

/** One packet as EMQX writes it: `PUBACK(Q0, R0, D0, PacketId=1, ReasonCode=0)`. */
export function formatPacket(packet: Packet, encoding: PayloadEncoding): string {
  const { qos, retain, dup } = flagsOf(packet)
  const flags = [`Q${qos}`, `R${retain}`, `D${dup}`]
  return `${packet.cmd.toUpperCase()}(${[...flags, ...partsOf(packet, encoding)].join(', ')})`
}

/** Of the fixed header (§2.1.3); three kinds of packets must have 1 where the QoS of a PUBLISH is. */
function flagsOf(packet: Packet) {
  if (packet.cmd === 'publish')
    return { qos: packet.qos, retain: Number(packet.retain), dup: Number(packet.dup) }
  const isOne = packet.cmd === 'pubrel' || packet.cmd === 'subscribe' || packet.cmd === 'unsubscribe'
  return { qos: isOne ? 1 : 0, retain: 0, dup: 0 }
}

function partsOf(packet: Packet, encoding: PayloadEncoding): readonly string[] {
  switch (packet.cmd) {
    case 'connect':
      return connectParts(packet, encoding)
    case 'connack':
      return [
        `AckFlags=${Number(packet.sessionPresent)}`,
        `ReasonCode=${packet.reasonCode ?? packet.returnCode ?? 0}`,
      ]
    case 'publish':
      return [
        `Topic=${packet.topic}`,
        `PacketId=${packet.messageId ?? 'undefined'}`,
        labelled(packet.payload, encoding),
      ]
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return [`PacketId=${packet.messageId ?? 0}`, `ReasonCode=${packet.reasonCode ?? 0}`]
    case 'subscribe':
      return [`PacketId=${packet.messageId ?? 0} TopicFilters=[${filtersOf(packet)}]`]
    case 'suback':
      return [`PacketId=${packet.messageId ?? 0}`, `ReasonCodes=[${packet.granted.join(',')}]`]
    case 'unsubscribe':
      return [`PacketId=${packet.messageId ?? 0} TopicFilters=[${packet.unsubscriptions.join(',')}]`]
    case 'unsuback':
      return [`PacketId=${packet.messageId ?? 0}`]
    case 'disconnect':
    case 'auth':
      return [`ReasonCode=${packet.reasonCode ?? 0}`]
    default:
      return []
  }
}

function connectParts(packet: IConnectPacket, encoding: PayloadEncoding): readonly string[] {
  const { will } = packet
  return [
    `ClientId=${packet.clientId}`,
    `ProtoName=${packet.protocolId ?? 'MQTT'}`,
    `ProtoVsn=${packet.protocolVersion ?? 4}`,
    `CleanStart=${packet.clean === true}`,
    `KeepAlive=${packet.keepalive ?? 0}`,
    `Username=${packet.username ?? 'undefined'}`,
    `Password=${packet.password === undefined ? '' : '******'}`,
    ...(will === undefined
      ? []
      : [
          `Will(Q${will.qos ?? 0}, R${Number(will.retain ?? false)}, Topic=${will.topic}, ${labelled(will.payload, encoding)})`,
        ]),
  ]
}

function labelled(payload: string | Buffer, wanted: PayloadEncoding): string {
  const { encoding, text } = showPayload(Buffer.from(payload), wanted)
  return encoding === 'hidden' ? `Payload=${text}` : `Payload(${encoding})=${text}`
}

function filtersOf({ subscriptions }: ISubscribePacket): string {
  return subscriptions
    .map(
      ({ topic, qos, nl, rap, rh }) =>
        `${topic}(#{nl => ${Number(nl ?? 0)},qos => ${qos},rap => ${Number(rap ?? 0)},rh => ${rh ?? 0}})`,
    )
    .join(',')
}
