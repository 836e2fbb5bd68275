import { generate, type IPublishPacket } from 'mqtt-packet'
import type { Message, ProtocolVersion, QoS } from '../node/cluster.ts'
import { secondsLeft } from '../routing/message.ts'

interface Envelope {
  readonly qos: QoS
  readonly retain: boolean
  readonly dup: boolean
  readonly packetId: number | undefined
  readonly subscriptionIdentifier: number | undefined
}

type WireProperties = NonNullable<IPublishPacket['properties']>
type WireUserProperties = Record<string, string | string[]>

function toUserProperties(pairs: readonly (readonly [string, string])[]): WireUserProperties {
  const wire: WireUserProperties = Object.create(null)
  for (const [name, value] of pairs) {
    const before = wire[name]
    wire[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return wire
}

function toWireProperties(message: Message, id: number | undefined, now: number): WireProperties {
  const { properties } = message
  const left = secondsLeft(message, now)
  return {
    ...(properties.payloadFormatIndicator !== undefined && {
      payloadFormatIndicator: properties.payloadFormatIndicator === 1,
    }),
    ...(left !== undefined && { messageExpiryInterval: Math.max(left, 0) }),
    ...(properties.contentType !== undefined && { contentType: properties.contentType }),
    ...(properties.responseTopic !== undefined && { responseTopic: properties.responseTopic }),
    ...(properties.correlationData !== undefined && { correlationData: properties.correlationData }),
    ...(properties.userProperties !== undefined && {
      userProperties: toUserProperties(properties.userProperties),
    }),
    ...(id !== undefined && { subscriptionIdentifier: id }),
  }
}

export function encodePublish(
  message: Message,
  envelope: Envelope,
  version: ProtocolVersion,
  now: number,
): Buffer {
  const packet: IPublishPacket = {
    cmd: 'publish',
    topic: message.topic,
    payload: message.payload,
    qos: envelope.qos,
    retain: envelope.retain,
    dup: envelope.dup,
    ...(envelope.packetId !== undefined && { messageId: envelope.packetId }),
  }
  if (version === 5) packet.properties = toWireProperties(message, envelope.subscriptionIdentifier, now)
  return generate(packet, { protocolVersion: version })
}

/** A message on its way to many receivers: its plain QoS 0 form is serialized once per protocol and retain flag. */
export class Outgoing {
  readonly message: Message
  readonly #encoded = new Map<number, Buffer>()

  constructor(message: Message) {
    this.message = message
  }

  encodeQos0(
    version: ProtocolVersion,
    retain: boolean,
    subscriptionIdentifier: number | undefined,
    now: number,
  ) {
    const envelope = { qos: 0, retain, dup: false, packetId: undefined, subscriptionIdentifier } as const
    if (version === 5 && subscriptionIdentifier !== undefined) {
      return encodePublish(this.message, envelope, version, now)
    }
    const key = (version === 5 ? 2 : 0) + (retain ? 1 : 0)
    let encoded = this.#encoded.get(key)
    if (encoded === undefined) {
      encoded = encodePublish(this.message, envelope, version, now)
      this.#encoded.set(key, encoded)
    }
    return encoded
  }
}
