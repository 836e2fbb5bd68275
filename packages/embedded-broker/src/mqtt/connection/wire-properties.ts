import type { IPublishPacket, UserProperties } from 'mqtt-packet'
import type { PacketProperties } from '../events/client-events.ts'
import type { PublishProperties } from '../node/cluster.ts'

type Wire = Omit<NonNullable<IPublishPacket['properties']>, 'topicAlias' | 'subscriptionIdentifier'>

export function toPairs(wire: UserProperties): readonly (readonly [string, string])[] {
  return Object.entries(wire).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one) => [name, one] as const) : [[name, value] as const],
  )
}

export function parsePublishProperties(wire: Wire | undefined): PublishProperties | undefined {
  if (wire === undefined) return undefined
  return {
    ...(wire.payloadFormatIndicator !== undefined && {
      payloadFormatIndicator: wire.payloadFormatIndicator ? (1 as const) : (0 as const),
    }),
    ...(wire.messageExpiryInterval !== undefined && { messageExpiryInterval: wire.messageExpiryInterval }),
    ...(wire.contentType !== undefined && { contentType: wire.contentType }),
    ...(wire.responseTopic !== undefined && { responseTopic: wire.responseTopic }),
    ...(wire.correlationData !== undefined && { correlationData: Buffer.from(wire.correlationData) }),
    ...(wire.userProperties !== undefined && { userProperties: toPairs(wire.userProperties) }),
  }
}

/** Parses the properties of packets other than PUBLISH. */
export function parsePacketProperties(
  wire: (Omit<PacketProperties, 'userProperties'> & { readonly userProperties?: UserProperties }) | undefined,
): PacketProperties | undefined {
  if (wire === undefined) return undefined
  const { userProperties, ...others } = wire
  return { ...others, ...(userProperties !== undefined && { userProperties: toPairs(userProperties) }) }
}
