import type { IConnackPacket, IConnectPacket } from 'mqtt-packet'
import type { ProtocolVersion } from './cluster.ts'
import type { MqttSettings } from './settings.ts'

const largestTwoByteInteger = 65_535

interface Accepted {
  readonly version: ProtocolVersion
  readonly connect: IConnectPacket
  readonly isPresent: boolean
  /** Where the broker has chosen the identifier. */
  readonly assigned: string | undefined
  /** The end of enhanced authentication. */
  readonly enhanced: { readonly method: string; readonly data: Buffer | undefined } | undefined
}

/** What the settings let the broker do, in the words of MQTT 5 §3.2.2.3. */
export function connackOf(accepted: Accepted, settings: MqttSettings): IConnackPacket {
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
      // 0 cannot be said (§3.2.2.3.3): then QoS 2 ends the connection.
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
