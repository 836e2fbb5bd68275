import { randomBytes } from 'node:crypto'
import { topicNameFault } from '@brokerdeck/contract/topic.ts'
import type { IConnackPacket, IConnectPacket } from 'mqtt-packet'
import type { ProtocolVersion } from './cluster.ts'
import type { Conversation } from './conversation.ts'
import { awaitingRelMax, type SessionDetails } from './session.ts'
import type { Will } from './wills.ts'
import { maxPacketSize } from './wire.ts'
import { parsePublishProperties } from './wire-properties.ts'

/** Sessions of MQTT 3 that are to be kept cannot say how long: EMQX's default. */
const expiryOfVersion3 = 7200

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

function problemOf(packet: IConnectPacket, version: ProtocolVersion): number | undefined {
  const { will, properties, protocolId, clientId, clean } = packet
  if (protocolId !== (version === 3 ? 'MQIsdp' : 'MQTT')) return 0x84
  if (clientId === '' && (version === 3 || (version === 4 && clean !== true))) return 0x85
  if (properties?.authenticationMethod !== undefined) return 0x8c
  if (properties?.receiveMaximum === 0 || properties?.maximumPacketSize === 0) return 0x82
  if (will !== undefined && Number(will.qos) > 2) return 0x81
  if (will !== undefined && topicNameFault(will.topic) !== undefined) return 0x90
  return undefined
}

function willOf(packet: IConnectPacket, clientid: string): Will | undefined {
  const { will, username } = packet
  if (will === undefined) return undefined
  const { willDelayInterval, ...wire } = will.properties ?? {}
  const properties = parsePublishProperties(wire)
  return {
    delaySeconds: willDelayInterval ?? 0,
    parts: {
      topic: will.topic,
      payload: Buffer.from(will.payload),
      qos: will.qos ?? 0,
      retain: will.retain === true,
      fromClientid: clientid,
      fromUsername: username,
      ...(properties !== undefined && { properties }),
    },
  }
}

function detailsOf(talk: Conversation, packet: IConnectPacket, version: ProtocolVersion): SessionDetails {
  const isCleanStart = packet.clean === true
  const versionThreeExpiry = isCleanStart ? 0 : expiryOfVersion3
  return {
    username: packet.username,
    protocolName: version === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: version,
    ipAddress: talk.peer.host,
    port: talk.peer.port,
    listener: talk.peer.listener,
    keepalive: packet.keepalive ?? 0,
    isCleanStart,
    expiryInterval: version === 5 ? (packet.properties?.sessionExpiryInterval ?? 0) : versionThreeExpiry,
    isBridge: 'bridgeMode' in packet && packet.bridgeMode === true,
    connectedAt: talk.core.now(),
  }
}

function connackOf(version: ProtocolVersion, sessionPresent: boolean, assigned: string | undefined) {
  // MQTT 3.1 has no session present flag: the byte is reserved.
  const accepted: IConnackPacket = { cmd: 'connack', sessionPresent: sessionPresent && version !== 3 }
  if (version !== 5) return { ...accepted, returnCode: 0 }
  return {
    ...accepted,
    reasonCode: 0,
    properties: {
      receiveMaximum: awaitingRelMax,
      retainAvailable: true,
      maximumPacketSize: maxPacketSize,
      ...(assigned !== undefined && { assignedClientIdentifier: assigned }),
      topicAliasMaximum: 65_535,
      wildcardSubscriptionAvailable: true,
      subscriptionIdentifiersAvailable: true,
      sharedSubscriptionAvailable: true,
    },
  }
}

export function handleConnect(talk: Conversation, packet: IConnectPacket): void {
  const { core, home, wire, peer } = talk
  const version = packet.protocolVersion ?? 4
  wire.version = version
  home.metrics.count('client.connect')
  const problem = problemOf(packet, version)
  if (problem !== undefined) {
    refuse(talk, problem)
    return
  }
  const assigned = packet.clientId === '' ? `auto-${randomBytes(11).toString('base64url')}` : undefined
  const clientid = assigned ?? packet.clientId
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
  talk.will = willOf(packet, clientid)
  const details = detailsOf(talk, packet, version)
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
    wire.finishHandshake(connackOf(version, isPresent, assigned))
    core.events.emit('connected', { session })
  })
}
