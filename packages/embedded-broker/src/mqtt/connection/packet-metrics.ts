import type { Packet, PacketCmd } from 'mqtt-packet'
import type { MetricName, Metrics } from '../client/metrics.ts'

const received: Partial<Record<PacketCmd, MetricName>> = {
  auth: 'packets.auth.received',
  connect: 'packets.connect.received',
  disconnect: 'packets.disconnect.received',
  pingreq: 'packets.pingreq.received',
  puback: 'packets.puback.received',
  pubcomp: 'packets.pubcomp.received',
  publish: 'packets.publish.received',
  pubrec: 'packets.pubrec.received',
  pubrel: 'packets.pubrel.received',
  subscribe: 'packets.subscribe.received',
  unsubscribe: 'packets.unsubscribe.received',
}

const sent: Partial<Record<PacketCmd, MetricName>> = {
  auth: 'packets.auth.sent',
  connack: 'packets.connack.sent',
  disconnect: 'packets.disconnect.sent',
  pingresp: 'packets.pingresp.sent',
  puback: 'packets.puback.sent',
  pubcomp: 'packets.pubcomp.sent',
  publish: 'packets.publish.sent',
  pubrec: 'packets.pubrec.sent',
  pubrel: 'packets.pubrel.sent',
  suback: 'packets.suback.sent',
  unsuback: 'packets.unsuback.sent',
}

export function countReceivedPacket(metrics: Metrics, packet: Packet): void {
  metrics.count('packets.received')
  const name = received[packet.cmd]
  if (name !== undefined) metrics.count(name)
  if (packet.cmd !== 'publish') return
  metrics.count('messages.received')
  metrics.count(`messages.qos${packet.qos}.received`)
}

export function countSentPacket(metrics: Metrics, cmd: PacketCmd): void {
  metrics.count('packets.sent')
  const name = sent[cmd]
  if (name !== undefined) metrics.count(name)
}
