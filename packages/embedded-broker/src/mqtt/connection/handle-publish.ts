import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import type { IPublishPacket, IPubrelPacket } from 'mqtt-packet'
import type { Verdict } from '../client/access.ts'
import { type Reason, reasons } from '../client/reason.ts'
import { publishRefusal } from '../limits/topic-capabilities.ts'
import type { Message } from '../node/cluster.ts'
import { createMessage } from '../routing/message.ts'
import type { Published } from '../routing/publisher.ts'
import type { MqttSession } from '../session/session.ts'
import { afterAuthorization } from './after-authorization.ts'
import type { ConnectionContext } from './connection-context.ts'
import { parsePublishProperties } from './wire-properties.ts'

const noMatchingSubscribers = 0x10
const packetIdInUse = 0x91
const packetIdNotFound = 0x92

function resolveTopic(connection: ConnectionContext, packet: IPublishPacket): string | Reason {
  const alias = packet.properties?.topicAlias
  const { topic } = packet
  if (alias !== undefined) {
    if (alias < 1 || alias > connection.core.settings.mqtt.maxTopicAlias) return reasons.topicAliasInvalid
    if (topic === '') return connection.aliases.get(alias) ?? reasons.protocolError
  }
  if (topicNameFault(topic) !== undefined)
    return topic === '' ? reasons.protocolError : reasons.topicNameInvalid
  if (alias !== undefined) connection.aliases.set(alias, topic)
  return topic
}

function toMessage(session: MqttSession, packet: IPublishPacket, topic: string, now: number): Message {
  const properties = parsePublishProperties(packet.properties)
  const parts = {
    topic: session.details.mountpoint + topic,
    payload: Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload),
    qos: packet.qos,
    retain: packet.retain,
    fromClientid: session.clientid,
    fromUsername: session.username,
    ...(properties !== undefined && { properties }),
  }
  return createMessage(parts, now)
}

export function handlePublish(
  connection: ConnectionContext,
  session: MqttSession,
  packet: IPublishPacket,
): void {
  const topic = resolveTopic(connection, packet)
  if (typeof topic !== 'string') {
    connection.fail(topic)
    return
  }
  const { qos, retain } = packet
  const decision = connection.core.access.authorize(session, { kind: 'publish', qos, retain }, topic)
  afterAuthorization(connection, [decision], ([verdict]) => {
    if (verdict?.permission === 'allow') accept(connection, session, packet, topic)
    else deny(connection, session, packet, topic, verdict)
  })
}

/**
 * Denies a publish. QoS 0 messages get no response; clients of MQTT 3 receive an acknowledgement as if it was
 * accepted.
 */
function deny(
  connection: ConnectionContext,
  session: MqttSession,
  packet: IPublishPacket,
  topic: string,
  verdict: Verdict | undefined,
): void {
  const { core, nodeContext, wire } = connection
  core.trace.write?.({
    who: session,
    tag: 'AUTHZ',
    level: 'warning',
    msg: 'cannot_publish_to_topic_due_to_not_authorized',
    topic,
    meta: { reason: 'not_authorized' },
  })
  if (verdict?.disconnects === true) {
    connection.fail(reasons.notAuthorized)
    return
  }
  if (packet.qos === 0) return
  nodeContext.metrics.count('packets.publish.error')
  nodeContext.metrics.count('packets.publish.auth_error')
  const cmd = packet.qos === 1 ? 'puback' : 'pubrec'
  const answer = { cmd, messageId: packet.messageId ?? 0, reasonCode: reasons.notAuthorized.code } as const
  connection.acks.after([], () => wire.send(answer))
}

function accept(
  connection: ConnectionContext,
  session: MqttSession,
  packet: IPublishPacket,
  topic: string,
): void {
  const { core, nodeContext, wire } = connection
  const refused = publishRefusal({ topic, qos: packet.qos, retain: packet.retain }, core.settings.mqtt)
  if (refused !== undefined) {
    nodeContext.metrics.count('packets.publish.error')
    connection.fail(refused)
    return
  }
  const message = () => toMessage(session, packet, topic, core.now())
  const publish = (settle: (published: Published) => void) =>
    afterAuthorization(
      connection,
      [core.publisher.publish(message(), nodeContext, session)],
      ([published]) => {
        if (published?.disconnects === true) connection.fail(reasons.messageRefused)
        else if (published !== undefined) settle(published)
      },
    )
  if (packet.qos === 0) {
    publish(() => undefined)
    return
  }
  const packetId = packet.messageId ?? 0
  const acknowledge = (cmd: 'puback' | 'pubrec', reasonCode: number, writes: readonly Promise<void>[]) =>
    connection.acks.after(writes, () => wire.send({ cmd, messageId: packetId, reasonCode }))
  if (packet.qos === 1) {
    publish(({ receivers, writes, command }) => {
      if (command === undefined)
        return acknowledge('puback', receivers === 0 ? noMatchingSubscribers : 0, writes)
      afterAuthorization(connection, [command(packetId)], ([code = 0]) => acknowledge('puback', code, []))
    })
    return
  }
  if (session.awaitingRel.has(packetId)) {
    nodeContext.metrics.count('packets.publish.inuse')
    // A repeated packet is acknowledged again (MQTT-4.3.3-9); any other packet uses an identifier that is already in
    // use.
    acknowledge('pubrec', packet.dup ? 0 : packetIdInUse, [])
    return
  }
  if (session.awaitingRel.size >= session.rules.maxAwaitingRel) {
    nodeContext.metrics.count('packets.publish.dropped')
    session.counters.recvMsgDropped++
    connection.fail(reasons.receiveMaximumExceeded)
    return
  }
  publish(({ receivers, writes }) => {
    session.awaitingRel.set(packetId, core.now())
    const own = session.isStored ? [core.records.putAwaiting(session.clientid, packetId, core.now())] : []
    acknowledge('pubrec', receivers === 0 ? noMatchingSubscribers : 0, [...writes, ...own])
  })
}

export function handlePubrel(
  connection: ConnectionContext,
  session: MqttSession,
  packet: IPubrelPacket,
): void {
  const packetId = packet.messageId ?? 0
  const isKnown = session.awaitingRel.delete(packetId)
  if (!isKnown) connection.nodeContext.metrics.count('packets.pubrel.missed')
  if (isKnown && session.isStored) void connection.core.records.removeAwaiting(session.clientid, packetId)
  const reasonCode = isKnown ? 0 : packetIdNotFound
  connection.acks.after([], () => {
    connection.wire.send({ cmd: 'pubcomp', messageId: packetId, reasonCode })
  })
}
