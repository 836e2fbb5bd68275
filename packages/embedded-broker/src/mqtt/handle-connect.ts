import { randomBytes } from 'node:crypto'
import { topicNameFault } from '@brokerdeck/contract/topic.ts'
import type { IConnectPacket } from 'mqtt-packet'
import type { ProtocolVersion } from './cluster.ts'
import { connackOf } from './connack.ts'
import { clientIdentifier, detailsOf, willOf } from './connect-details.ts'
import type { Conversation } from './conversation.ts'
import type { MqttSettings } from './settings.ts'
import { publishRefusal } from './topic-capabilities.ts'

/** CONNACK return codes of MQTT 3 (§3.2.2.3) for reason codes of MQTT 5. */
const returnCodes = new Map([
  [0x84, 1],
  [0x85, 2],
  [0x86, 4],
  [0x87, 5],
  [0x8a, 5],
])

function refuse(talk: Conversation, reasonCode: number): void {
  const { metrics } = talk.home
  metrics.count('client.connack')
  metrics.count('packets.connack.error')
  const returnCode = returnCodes.get(reasonCode)
  if (talk.wire.version === 5) talk.wire.send({ cmd: 'connack', sessionPresent: false, reasonCode })
  else if (returnCode !== undefined) talk.wire.send({ cmd: 'connack', sessionPresent: false, returnCode })
  talk.leave({ code: reasonCode, word: 'connack_error' })
}

export function refuseVersion(talk: Conversation): void {
  talk.home.metrics.count('client.connect')
  refuse(talk, 0x84)
}

function problemOf(
  packet: IConnectPacket,
  version: ProtocolVersion,
  settings: MqttSettings,
): number | undefined {
  const { will, properties, protocolId, clientId, clean } = packet
  if (protocolId !== (version === 3 ? 'MQIsdp' : 'MQTT')) return 0x84
  if (clientId === '' && (version === 3 || (version === 4 && clean !== true))) return 0x85
  if (Buffer.byteLength(clientId) > settings.maxClientidLength) return 0x85
  if (properties?.authenticationMethod !== undefined) return 0x8c
  if (properties?.receiveMaximum === 0 || properties?.maximumPacketSize === 0) return 0x82
  if (will !== undefined && Number(will.qos) > 2) return 0x81
  if (will !== undefined && topicNameFault(will.topic) !== undefined) return 0x90
  if (will === undefined) return undefined
  const { topic, qos = 0, retain = false } = will
  // MQTT 5 §3.2.2.3.4, §3.2.2.3.5
  return publishRefusal({ topic, qos, retain }, settings)?.code
}

export function handleConnect(talk: Conversation, packet: IConnectPacket): void {
  const { core, home, wire, peer } = talk
  const { mqtt } = core.settings
  const version = packet.protocolVersion ?? 4
  wire.version = version
  home.metrics.count('client.connect')
  const problem = problemOf(packet, version, mqtt)
  if (problem !== undefined) {
    refuse(talk, problem)
    return
  }
  const clientid = clientIdentifier(talk, packet, `auto-${randomBytes(11).toString('base64url')}`)
  const assigned = packet.clientId === '' ? clientid : undefined
  const { username } = packet
  if (core.admit({ clientid, username, peerhost: peer.host }) === 'banned') {
    refuse(talk, 0x8a)
    return
  }
  for (const name of ['client.authenticate', 'client.auth.anonymous'] as const) home.metrics.count(name)
  home.metrics.count('authentication.success')
  home.metrics.count('authentication.success.anonymous')

  wire.maxSendSize = packet.properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY
  wire.beginHandshake()
  const details = detailsOf(talk, packet, version, clientid)
  talk.will = willOf(packet, clientid, details.mountpoint)
  const receiveMaximum = packet.properties?.receiveMaximum ?? 65_535
  const { session, isPresent } = core.registry.open({
    clientid,
    home,
    link: talk.link,
    details,
    receiveMaximum,
  })
  talk.session = session
  talk.link.setKeepalive(details.keepalive)
  session.resume()
  const stored = core.registry.save(session)
  talk.acks.after(stored === undefined ? [] : [stored], () => {
    if (session.link !== talk.link) return
    home.metrics.count('client.connack')
    home.metrics.count('client.connected')
    wire.finishHandshake(connackOf({ version, connect: packet, isPresent, assigned }, mqtt))
    core.events.emit('connected', { session })
  })
}
