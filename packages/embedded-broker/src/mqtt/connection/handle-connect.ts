import { randomBytes } from 'node:crypto'
import { reasonName } from '@brokerdeck/contract/reason-codes.ts'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import type { IConnackPacket, IConnectPacket } from 'mqtt-packet'
import type { Granted } from '../client/access.ts'
import type { MqttSettings } from '../client/settings.ts'
import type { Arriving } from '../events/client-events.ts'
import { publishRefusal } from '../limits/topic-capabilities.ts'
import type { ProtocolVersion } from '../node/cluster.ts'
import { authenticateClient } from './authenticate-client.ts'
import {
  clientIdentifier,
  findWill,
  toArriving,
  toCredentials,
  toDetails,
  withCertifiedUsername,
} from './connect-details.ts'
import type { ConnectionContext } from './connection-context.ts'

const largestTwoByteInteger = 65_535

/** Maps reason codes of MQTT 5 to CONNACK return codes of MQTT 3 (§3.2.2.3). */
const returnCodes = new Map([
  [0x84, 1],
  [0x85, 2],
  [0x86, 4],
  [0x87, 5],
  [0x8a, 5],
  [0x97, 3],
])

function refuse(connection: ConnectionContext, reasonCode: number, who?: Arriving): void {
  const { metrics } = connection.nodeContext
  metrics.count('client.connack')
  metrics.count('packets.connack.error')
  const returnCode = returnCodes.get(reasonCode)
  if (connection.wire.version === 5)
    connection.wire.send({ cmd: 'connack', sessionPresent: false, reasonCode })
  else if (returnCode !== undefined)
    connection.wire.send({ cmd: 'connack', sessionPresent: false, returnCode })
  const reason = reasonName(reasonCode) ?? 'connack_error'
  if (who !== undefined) connection.core.events.emit('answered', { who, connectedAt: undefined, reason })
  connection.leave({ code: reasonCode, word: reason })
}

export function refuseVersion(connection: ConnectionContext): void {
  connection.nodeContext.metrics.count('client.connect')
  refuse(connection, 0x84)
}

function findProblem(
  packet: IConnectPacket,
  version: ProtocolVersion,
  settings: MqttSettings,
): number | undefined {
  const { will, properties, protocolId, clientId, clean } = packet
  if (protocolId !== (version === 3 ? 'MQIsdp' : 'MQTT')) return 0x84
  if (clientId === '' && (version === 3 || (version === 4 && clean !== true))) return 0x85
  if (Buffer.byteLength(clientId) > settings.maxClientidLength) return 0x85
  // MQTT-3.1.2-30
  if (properties?.authenticationData !== undefined && properties.authenticationMethod === undefined)
    return 0x82
  if (properties?.receiveMaximum === 0 || properties?.maximumPacketSize === 0) return 0x82
  if (will !== undefined && Number(will.qos) > 2) return 0x81
  if (will !== undefined && topicNameFault(will.topic) !== undefined) return 0x90
  if (will === undefined) return undefined
  const { topic, qos = 0, retain = false } = will
  // MQTT 5 §3.2.2.3.4, §3.2.2.3.5
  return publishRefusal({ topic, qos, retain }, settings)?.code
}

export function handleConnect(connection: ConnectionContext, written: IConnectPacket): void {
  const { core, nodeContext, wire, peer } = connection
  const { mqtt } = core.settings
  const packet = withCertifiedUsername(connection, written)
  const version = packet.protocolVersion ?? 4
  wire.version = version
  nodeContext.metrics.count('client.connect')
  const clientid = clientIdentifier(connection, packet, `auto-${randomBytes(11).toString('base64url')}`)
  const credentials = toCredentials(connection, packet, clientid)
  connection.credentials = { ...credentials, password: undefined }
  core.trace.write?.({ who: credentials, tag: 'MQTT', msg: 'mqtt_packet_received', packet: written })
  const who = toArriving(connection, packet, credentials)
  core.events.emit('connecting', { who })
  const problem = findProblem(packet, version, mqtt)
  if (problem !== undefined) {
    refuse(connection, problem, who)
    return
  }
  if (nodeContext.isClosed) {
    refuse(connection, 0x97, who)
    return
  }
  const assigned = packet.clientId === '' ? clientid : undefined
  const { username } = packet
  const isBanned = () => core.admit({ clientid, username, peerhost: peer.host }) === 'banned'
  if (isBanned()) {
    refuse(connection, 0x8a, who)
    return
  }
  nodeContext.metrics.count('client.authenticate')
  let hasWaited = false
  authenticateClient(connection, credentials, (answer) => {
    core.events.emit('authenticated', {
      who,
      reason: answer.kind === 'allow' ? 'success' : (reasonName(answer.code) ?? 'not_authorized'),
      isSuperuser: answer.kind === 'allow' && answer.isSuperuser === true,
      isAnonymous: answer.kind === 'allow' && answer.isAnonymous === true,
    })
    // A ban that was created during the authentication found no session to end, so the ban is checked again.
    if (answer.kind === 'allow' && hasWaited && isBanned()) refuse(connection, 0x8a, who)
    else if (answer.kind === 'allow') letIn(connection, { packet, clientid, assigned, who }, answer)
    else {
      nodeContext.metrics.count('authentication.failure')
      refuse(connection, answer.code, who)
    }
  })
  hasWaited = true
}

interface Arrival {
  readonly packet: IConnectPacket
  readonly clientid: string
  /** The client identifier, if the broker assigned it. */
  readonly assigned: string | undefined
  readonly who: Arriving
}

function letIn(
  connection: ConnectionContext,
  { packet, clientid, assigned, who }: Arrival,
  granted: Granted,
): void {
  const { core, nodeContext, wire } = connection
  const { version } = wire
  nodeContext.metrics.count('authentication.success')
  if (granted.isAnonymous === true) {
    nodeContext.metrics.count('client.auth.anonymous')
    nodeContext.metrics.count('authentication.success.anonymous')
  }
  wire.maxSendSize = packet.properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY
  wire.beginHandshake()
  const details = toDetails(connection, packet, clientid, granted)
  connection.will = findWill(packet, clientid, details.mountpoint)
  const receiveMaximum = packet.properties?.receiveMaximum ?? 65_535
  const { session, isPresent } = core.registry.open({
    clientid,
    nodeContext,
    link: connection.link,
    details,
    receiveMaximum,
  })
  connection.session = session
  connection.link.setKeepalive(details.keepalive)
  session.resume()
  const stored = core.registry.save(session)
  const method = packet.properties?.authenticationMethod
  const enhanced = method === undefined ? undefined : { method, data: granted.data }
  connection.acks.after(stored === undefined ? [] : [stored], () => {
    if (session.link !== connection.link) return
    nodeContext.metrics.count('client.connack')
    nodeContext.metrics.count('client.connected')
    const accepted = { version, connect: packet, isPresent, assigned, enhanced }
    wire.finishHandshake(buildConnack(accepted, core.settings.mqtt))
    const { keepalive, connectedAt } = session
    core.events.emit('answered', { who: { ...who, keepalive }, connectedAt, reason: 'success' })
    core.events.emit('connected', { session, properties: who.properties })
  })
}

interface Accepted {
  readonly version: ProtocolVersion
  readonly connect: IConnectPacket
  readonly isPresent: boolean
  /** The client identifier, if the broker assigned it. */
  readonly assigned: string | undefined
  /** The final step of enhanced authentication. */
  readonly enhanced: { readonly method: string; readonly data: Buffer | undefined } | undefined
}

/** Builds the CONNACK, which states the capabilities that the settings give the broker (MQTT 5 §3.2.2.3). */
function buildConnack(accepted: Accepted, settings: MqttSettings): IConnackPacket {
  const { version, connect, isPresent, assigned, enhanced } = accepted
  // MQTT 3.1 has no session present flag: the byte is reserved.
  const packet: IConnackPacket = { cmd: 'connack', sessionPresent: isPresent && version !== 3 }
  if (version !== 5) return { ...packet, returnCode: 0 }
  const { maxQos, maxAwaitingRel, serverKeepalive, responseInformation } = settings
  const wantsInformation = connect.properties?.requestResponseInformation === true
  return {
    ...packet,
    reasonCode: 0,
    properties: {
      // A receive maximum of 0 is not allowed (§3.2.2.3.3), so with this setting a QoS 2 message ends the connection.
      receiveMaximum: Math.min(Math.max(maxAwaitingRel, 1), largestTwoByteInteger),
      ...(maxQos === 2 ? {} : { maximumQoS: maxQos }),
      retainAvailable: settings.canRetain,
      maximumPacketSize: settings.maxPacketSize,
      ...(assigned === undefined ? {} : { assignedClientIdentifier: assigned }),
      topicAliasMaximum: settings.maxTopicAlias,
      wildcardSubscriptionAvailable: settings.hasWildcardSubscriptions,
      subscriptionIdentifiersAvailable: true,
      sharedSubscriptionAvailable: settings.hasSharedSubscriptions,
      ...(serverKeepalive === undefined ? {} : { serverKeepAlive: serverKeepalive }),
      ...(enhanced === undefined ? {} : { authenticationMethod: enhanced.method }),
      ...(enhanced?.data === undefined ? {} : { authenticationData: enhanced.data }),
      ...(wantsInformation && responseInformation !== '' ? { responseInformation } : {}),
    },
  }
}
