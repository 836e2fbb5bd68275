import type { IConnackPacket, IPublishPacket } from 'mqtt'
import type { LinkMessage, MessageProperties } from './link-message.ts'
import type { Connack } from './link-state.ts'

/** Removes undefined properties, because the messages between page and worker leave them out. */
function present<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  return Object.assign(
    kept,
    Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)),
  )
}

export function readConnack(packet: IConnackPacket, version: 4 | 5): Connack {
  const { properties } = packet
  return {
    version,
    isSessionPresent: packet.sessionPresent,
    ...present({
      assignedClientId: properties?.assignedClientIdentifier,
      serverKeepAlive: properties?.serverKeepAlive,
      sessionExpiry: properties?.sessionExpiryInterval,
      receiveMaximum: properties?.receiveMaximum,
      maximumQos: toMaximumQos(properties?.maximumQoS),
      maximumPacketSize: properties?.maximumPacketSize,
      topicAliasMaximum: properties?.topicAliasMaximum,
      hasRetain: properties?.retainAvailable,
      hasWildcards: properties?.wildcardSubscriptionAvailable,
      hasSubscriptionIds: properties?.subscriptionIdentifiersAvailable,
      hasSharedSubscriptions: properties?.sharedSubscriptionAvailable,
      responseInformation: properties?.responseInformation,
      reasonString: properties?.reasonString,
    }),
  }
}

/** 2 is never sent: it is the value if the property is missing (MQTT 5 §3.2.2.3.4). */
function toMaximumQos(value: number | undefined): 0 | 1 | undefined {
  return value === 0 || value === 1 ? value : undefined
}

/** Copies the bytes, because a whole frame would otherwise stay in memory as long as any of its messages. */
const copyBytes = (bytes: Uint8Array) => new Uint8Array(bytes)

export function readLinkMessage(topic: string, payload: Uint8Array, packet: IPublishPacket): LinkMessage {
  const properties = packet.properties === undefined ? undefined : readProperties(packet.properties)
  return {
    topic,
    payload: copyBytes(payload),
    qos: packet.qos,
    retain: packet.retain,
    ...(properties === undefined || Object.keys(properties).length === 0 ? {} : { properties }),
  }
}

function readProperties(given: NonNullable<IPublishPacket['properties']>): MessageProperties {
  const { correlationData, userProperties, subscriptionIdentifier } = given
  const ids = subscriptionIdentifier === undefined ? undefined : [subscriptionIdentifier].flat()
  return present({
    isText: given.payloadFormatIndicator,
    expiry: given.messageExpiryInterval,
    contentType: given.contentType,
    responseTopic: given.responseTopic,
    correlationData: correlationData === undefined ? undefined : copyBytes(correlationData),
    topicAlias: given.topicAlias,
    subscriptionIds: ids,
    userProperties: userProperties === undefined ? undefined : recordToPairs(userProperties),
  })
}

/** User properties as the library writes them: a name that occurs several times has a list. */
type PropertyRecord = Record<string, string | string[]>

export function pairsToRecord(pairs: readonly (readonly [string, string])[]): PropertyRecord {
  const names = new Map<string, string[]>()
  for (const [name, value] of pairs) names.set(name, [...(names.get(name) ?? []), value])
  return Object.fromEntries(
    [...names].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

function recordToPairs(record: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(record).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
}
