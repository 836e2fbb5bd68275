import { createHash } from 'node:crypto'
import type { IConnectPacket } from 'mqtt-packet'
import type { ClientCertificate } from '../../listen/client-certificate.ts'
import type { Credentials, Granted } from '../client/access.ts'
import type { SessionDetails } from '../client/client-details.ts'
import { fillMountpoint } from '../client/mountpoint.ts'
import type { CertificatePart, ClientFacts } from '../client/settings.ts'
import type { Arriving } from '../events/client-events.ts'
import type { ProtocolVersion } from '../node/cluster.ts'
import type { Will } from '../session/wills.ts'
import type { ConnectionContext } from './connection-context.ts'
import { toRights } from './to-rights.ts'
import { parsePacketProperties, parsePublishProperties } from './wire-properties.ts'

const longestExpiry = 0xffffffff

/** Returns the packet with the username that the settings take from the client's certificate. */
export function withCertifiedUsername(
  { core, peer }: ConnectionContext,
  packet: IConnectPacket,
): IConnectPacket {
  const username = certificateText(peer.certificate, core.settings.mqtt.certificateUsername)
  return username === undefined ? packet : { ...packet, username }
}

/**
 * Returns the client identifier by the settings: the client's own identifier, its username, a part of its
 * certificate, or the result of an expression over these values.
 */
export function clientIdentifier(
  connection: ConnectionContext,
  packet: IConnectPacket,
  assigned: string,
): string {
  const { mqtt } = connection.core.settings
  const { username } = packet
  const own = packet.clientId === '' ? assigned : packet.clientId
  const given = certificateText(connection.peer.certificate, mqtt.certificateClientid) ?? own
  const clientid = mqtt.isUsernameClientid && username !== undefined && username !== '' ? username : given
  return mqtt.clientidOverride?.(toFacts(connection, packet, clientid)) || clientid
}

function toFacts({ peer }: ConnectionContext, { username }: IConnectPacket, clientid: string): ClientFacts {
  const { host: peerhost, port: peerport, listener, certificate } = peer
  return { clientid, username, peerhost, peerport, listener, ...(certificate && { certificate }) }
}

function toAttributes(connection: ConnectionContext, packet: IConnectPacket, clientid: string) {
  const facts = toFacts(connection, packet, clientid)
  const found: Record<string, string> = Object.create(null)
  for (const { name, text } of connection.core.settings.mqtt.clientAttributes) {
    const value = text(facts)
    if (value !== undefined && value !== '') found[name] = value
  }
  return { ...found }
}

export function toCredentials(
  connection: ConnectionContext,
  packet: IConnectPacket,
  clientid: string,
): Credentials {
  const { password, properties } = packet
  return {
    ...toFacts(connection, packet, clientid),
    password: password === undefined ? undefined : Buffer.from(password),
    protocolVersion: connection.wire.version,
    attributes: toAttributes(connection, packet, clientid),
    node: connection.nodeContext.name,
    method: properties?.authenticationMethod,
    data: properties?.authenticationData,
  }
}

/** Describes a connecting client for the listeners of events. */
export function toArriving(
  connection: ConnectionContext,
  packet: IConnectPacket,
  credentials: Credentials,
): Arriving {
  const { clientid, username, peerhost, attributes, listener } = credentials
  return {
    clientid,
    username,
    peerhost,
    attributes,
    listener,
    peerport: connection.peer.port,
    node: connection.nodeContext.name,
    protocolVersion: connection.wire.version,
    keepalive: packet.keepalive ?? 0,
    isCleanStart: packet.clean === true,
    expiryInterval: getExpiry(connection, packet, connection.wire.version),
    properties: parsePacketProperties(packet.properties),
  }
}

export function findWill(packet: IConnectPacket, clientid: string, mountpoint: string): Will | undefined {
  const { will, username } = packet
  if (will === undefined) return undefined
  const { willDelayInterval, ...wire } = will.properties ?? {}
  const properties = parsePublishProperties(wire)
  return {
    topic: will.topic,
    delaySeconds: willDelayInterval ?? 0,
    parts: {
      topic: mountpoint + will.topic,
      payload: Buffer.from(will.payload),
      qos: will.qos ?? 0,
      retain: will.retain === true,
      fromClientid: clientid,
      fromUsername: username,
      ...(properties !== undefined && { properties }),
    },
  }
}

/** Returns the session expiry in seconds. Persistent sessions of MQTT 3 cannot state it, so the settings do. */
function getExpiry({ core }: ConnectionContext, packet: IConnectPacket, version: ProtocolVersion): number {
  if (version === 5) return packet.properties?.sessionExpiryInterval ?? 0
  if (packet.clean === true) return 0
  return Math.min(Math.floor(core.settings.mqtt.sessionExpiry / 1000), longestExpiry)
}

export function toDetails(
  connection: ConnectionContext,
  packet: IConnectPacket,
  clientid: string,
  granted: Granted,
): SessionDetails {
  const { version } = connection.wire
  return {
    username: packet.username,
    protocolName: version === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: version,
    ipAddress: connection.peer.host,
    port: connection.peer.port,
    listener: connection.peer.listener,
    keepalive: connection.core.settings.mqtt.serverKeepalive ?? packet.keepalive ?? 0,
    isCleanStart: packet.clean === true,
    expiryInterval: getExpiry(connection, packet, version),
    isBridge: 'bridgeMode' in packet && packet.bridgeMode === true,
    mountpoint: fillMountpoint(connection.peer.settings.mountpoint, { clientid, username: packet.username }),
    attributes: { ...toAttributes(connection, packet, clientid), ...granted.attributes },
    rights: toRights(granted),
    ...(connection.peer.certificate && { certificate: connection.peer.certificate }),
    isAuthenticated: connection.peer.settings.authentication !== false,
    connectedAt: connection.core.now(),
  }
}

/** Returns the part of a certificate that names the client; undefined without a certificate or without such a part. */
function certificateText(
  certificate: ClientCertificate | undefined,
  part: CertificatePart | undefined,
): string | undefined {
  if (certificate === undefined) return undefined
  const { commonName, subject, der } = certificate
  switch (part) {
    case undefined:
      return undefined
    case 'cn':
      return commonName
    case 'dn':
      return subject
    case 'crt':
      return der.toString('latin1')
    case 'pem':
      return der.toString('base64')
    case 'md5':
      return createHash('md5').update(der).digest('hex')
  }
}
