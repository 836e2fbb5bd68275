import { Atom, type Term, type TermMap, toBinary } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Alarm, AlarmChange } from '../../monitoring/alarms/alarms.ts'
import type { AckProperties, Arriving, PacketProperties } from '../../mqtt/events/client-events.ts'
import type { ClusterEvents, Message, PublishProperties, Session } from '../../mqtt/node/cluster.ts'

const integer = (value: number | undefined): Term =>
  value === undefined ? undefined : BigInt(Math.trunc(value))
const toMap = (entries: Readonly<Record<string, Term>>): TermMap => new Map(Object.entries(entries))

function userProperties(pairs: readonly (readonly [string, string])[]): Record<string, Term> {
  return {
    'User-Property': toMap(Object.fromEntries(pairs)),
    'User-Property-Pairs': pairs.map(([key, value]) => toMap({ key, value })),
  }
}

export function propertyColumns(given: PublishProperties): TermMap {
  const named: Record<string, Term> = {
    'Payload-Format-Indicator': integer(given.payloadFormatIndicator),
    'Message-Expiry-Interval': integer(given.messageExpiryInterval),
    'Content-Type': given.contentType,
    'Response-Topic': given.responseTopic,
    'Correlation-Data': given.correlationData === undefined ? undefined : toBinary(given.correlationData),
  }
  const present = Object.entries(named).filter(([, value]) => value !== undefined)
  return toMap({ ...Object.fromEntries(present), ...userProperties(given.userProperties ?? []) })
}

/** Returns the properties of a packet other than PUBLISH, with the names of MQTT 5. */
function toPropertyColumns(given: PacketProperties = {}): TermMap {
  const named: Record<string, Term> = {
    'Session-Expiry-Interval': integer(given.sessionExpiryInterval),
    'Receive-Maximum': integer(given.receiveMaximum),
    'Maximum-Packet-Size': integer(given.maximumPacketSize),
    'Topic-Alias-Maximum': integer(given.topicAliasMaximum),
    'Request-Response-Information': oneOrNone(given.requestResponseInformation),
    'Request-Problem-Information': oneOrNone(given.requestProblemInformation),
    'Authentication-Method': given.authenticationMethod,
    'Subscription-Identifier': integer(given.subscriptionIdentifier),
    'Reason-String': given.reasonString,
    'Server-Reference': given.serverReference,
  }
  const present = Object.entries(named).filter(([, value]) => value !== undefined)
  return toMap({ ...Object.fromEntries(present), ...userProperties(given.userProperties ?? []) })
}

const oneOrNone = (value: boolean | undefined): Term => (value === undefined ? undefined : value ? 1n : 0n)

/** The node and the time of an event. */
export interface Happened {
  readonly node: string
  readonly now: number
}

const moment = ({ node, now }: Happened) => ({ timestamp: integer(now), node: new Atom(node) })

function messageColumns(message: Message, sender: Session | undefined, happened: Happened) {
  return {
    id: message.id,
    payload: toBinary(message.payload),
    peerhost: sender?.ipAddress,
    peername: sender === undefined ? undefined : `${sender.ipAddress}:${sender.port}`,
    topic: message.topic,
    qos: BigInt(message.qos),
    flags: toMap({ retain: message.retain, dup: false }),
    publish_received_at: integer(message.publishAt),
    pub_props: propertyColumns(message.properties),
    ...moment(happened),
  }
}

const toAttributes = (session: Session | undefined) => toMap({ ...session?.attributes })

function event(name: string, columns: Readonly<Record<string, Term>>): TermMap {
  return toMap({ event: new Atom(name), ...columns })
}

export function toPublishedColumns(
  message: Message,
  sender: Session | undefined,
  happened: Happened,
): TermMap {
  return event('message.publish', {
    clientid: message.fromClientid,
    username: message.fromUsername,
    ...messageColumns(message, sender, happened),
    client_attrs: toAttributes(sender),
  })
}

/** The list of events calls the name of a transformation `validation`; the event itself calls it `transformation`. */
export function toUnscreenedColumns(
  { message, kind, name }: ClusterEvents['unscreened'],
  sender: Session | undefined,
  happened: Happened,
): TermMap {
  return event(kind === 'validation' ? 'schema.validation_failed' : 'message.transformation_failed', {
    [kind]: name,
    clientid: message.fromClientid,
    username: message.fromUsername,
    ...messageColumns(message, sender, happened),
    client_attrs: toAttributes(sender),
  })
}

export function toDeliveredColumns(session: Session, message: Message, happened: Happened): TermMap {
  return event('message.delivered', receiverColumns(session, message, happened))
}

export function toAckedColumns(
  session: Session,
  message: Message,
  { said, ...happened }: Happened & { readonly said: AckProperties | undefined },
): TermMap {
  const { reasonString, userProperties: pairs = [] } = said ?? {}
  return event('message.acked', {
    puback_props: toMap({
      ...(reasonString !== undefined && { 'Reason-String': reasonString }),
      ...userProperties(pairs),
    }),
    ...receiverColumns(session, message, happened),
  })
}

function receiverColumns(session: Session, message: Message, happened: Happened) {
  return {
    from_clientid: message.fromClientid,
    from_username: message.fromUsername,
    clientid: session.clientid,
    username: session.username,
    ...messageColumns(message, session, happened),
  }
}

interface Dropped extends Happened {
  readonly reason: string
  /** Undefined if there was no receiver. */
  readonly receiver: Session | undefined
  readonly sender: Session | undefined
}

export function toDroppedColumns(
  message: Message,
  { reason, receiver, sender, ...happened }: Dropped,
): TermMap {
  if (receiver !== undefined) {
    return event('delivery.dropped', {
      reason: new Atom(reason),
      ...receiverColumns(receiver, message, happened),
    })
  }
  return event('message.dropped', {
    reason: new Atom(reason),
    clientid: message.fromClientid,
    username: message.fromUsername,
    ...messageColumns(message, sender, happened),
  })
}

const clientColumns = (session: Session) => ({
  clientid: session.clientid,
  username: session.username,
  peername: `${session.ipAddress}:${session.port}`,
})

const connectionColumns = (session: Session) => ({
  ...clientColumns(session),
  sockname: session.listener,
  proto_name: session.protocolName,
  proto_ver: BigInt(session.protocolVersion),
})

export function toConnectedColumns(
  { session, properties }: ClusterEvents['connected'],
  happened: Happened,
): TermMap {
  return event('client.connected', {
    ...connectionColumns(session),
    mountpoint: session.mountpoint === '' ? undefined : session.mountpoint,
    keepalive: integer(session.keepalive),
    clean_start: session.isCleanStart,
    expiry_interval: integer(session.expiryInterval),
    is_bridge: session.isBridge,
    conn_props: toPropertyColumns(properties),
    connected_at: integer(session.connectedAt),
    ...moment(happened),
    client_attrs: toAttributes(session),
  })
}

export function toDisconnectedColumns(
  { session, reason, properties }: ClusterEvents['disconnected'],
  happened: Happened,
): TermMap {
  return event('client.disconnected', {
    reason: new Atom(reason),
    ...connectionColumns(session),
    disconn_props: toPropertyColumns(properties),
    connected_at: integer(session.connectedAt),
    disconnected_at: integer(session.disconnectedAt ?? happened.now),
    ...moment(happened),
    client_attrs: toAttributes(session),
  })
}

export function subscriptionColumns(
  what: 'subscribed' | 'unsubscribed',
  { session, subscription, properties }: ClusterEvents['subscribed'],
  happened: Happened,
): TermMap {
  return event(`session.${what}`, {
    ...clientColumns(session),
    peerhost: session.ipAddress,
    topic: subscription.topic,
    qos: BigInt(subscription.qos),
    [what === 'subscribed' ? 'sub_props' : 'unsub_props']: toPropertyColumns(properties),
    ...moment(happened),
    client_attrs: toAttributes(session),
  })
}

const arrivingColumns = ({ clientid, username, peerhost, peerport }: Arriving) => ({
  clientid,
  username,
  peername: `${peerhost}:${peerport}`,
})

export function toAuthenticatedColumns(
  { who, reason, isSuperuser, isAnonymous }: ClusterEvents['authenticated'],
  happened: Happened,
): TermMap {
  return event('client.check_authn_complete', {
    ...arrivingColumns(who),
    reason_code: new Atom(reason),
    is_superuser: isSuperuser,
    is_anonymous: isAnonymous,
    ...moment(happened),
    client_attrs: toMap({ ...who.attributes }),
  })
}

export function connackColumns(
  { who, connectedAt, reason }: ClusterEvents['answered'],
  happened: Happened,
): TermMap {
  return event('client.connack', {
    reason_code: new Atom(reason),
    ...arrivingColumns(who),
    sockname: who.listener,
    proto_name: who.protocolVersion === 3 ? 'MQIsdp' : 'MQTT',
    proto_ver: BigInt(who.protocolVersion),
    keepalive: integer(who.keepalive),
    clean_start: who.isCleanStart,
    expiry_interval: integer(who.expiryInterval),
    connected_at: integer(connectedAt),
    conn_props: toPropertyColumns(who.properties),
    ...moment(happened),
  })
}

export function toAuthorizedColumns(
  { subject, action, topic, verdict }: ClusterEvents['authorized'],
  happened: Happened,
): TermMap {
  return event('client.check_authz_complete', {
    clientid: subject.clientid,
    username: subject.username,
    peername: `${subject.ipAddress}:${subject.port}`,
    peerhost: subject.ipAddress,
    topic,
    action: new Atom(action),
    authz_source: new Atom(verdict.source),
    result: new Atom(verdict.permission),
    ...moment(happened),
    client_attrs: toMap({ ...subject.attributes }),
  })
}

export function alarmColumns(change: AlarmChange, alarm: Alarm): TermMap {
  const details = Object.entries(alarm.details).map(([name, value]): [string, Term] => [
    name,
    typeof value === 'number' ? (Number.isInteger(value) ? BigInt(value) : value) : String(value),
  ])
  return event(`alarm.${change}`, {
    name: alarm.name,
    message: alarm.message,
    details: new Map(details),
    activated_at: BigInt(Math.trunc(alarm.activatedAt)) * 1000n,
    ...(change === 'deactivated' && { deactivated_at: integer((alarm.deactivatedAt ?? 0) * 1000) }),
  })
}
