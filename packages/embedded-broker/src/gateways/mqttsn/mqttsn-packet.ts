/** The packets of MQTT-SN 1.2 §5. */

export const topicIdTypes = ['normal', 'predefined', 'short'] as const
export type TopicIdType = (typeof topicIdTypes)[number]

export interface SnFlags {
  readonly dup: boolean
  /** The QoS; 3 is "QoS -1", from a sender without a connection. */
  readonly qos: 0 | 1 | 2 | 3
  readonly retain: boolean
  readonly will: boolean
  readonly cleanSession: boolean
  readonly topicIdType: TopicIdType
}

/** The two bytes of a topic: an id, or the two letters of a short topic. */
export type SnTopic = { readonly topicId: number } | { readonly topicName: string }

export type SnPacket =
  | { readonly cmd: 'searchgw'; readonly radius: number }
  | { readonly cmd: 'gwinfo'; readonly gatewayId: number }
  | { readonly cmd: 'connect'; readonly flags: SnFlags; readonly duration: number; readonly clientid: string }
  | { readonly cmd: 'connack' | 'willtopicresp' | 'willmsgresp'; readonly code: number }
  | { readonly cmd: 'willtopicreq' | 'willmsgreq' | 'pingresp' }
  | { readonly cmd: 'willtopic' | 'willtopicupd'; readonly flags: SnFlags; readonly topic: string }
  | { readonly cmd: 'willmsg' | 'willmsgupd'; readonly payload: Buffer }
  | { readonly cmd: 'register'; readonly topicId: number; readonly messageId: number; readonly topic: string }
  | {
      readonly cmd: 'regack' | 'puback'
      readonly topicId: number
      readonly messageId: number
      readonly code: number
    }
  | {
      readonly cmd: 'publish'
      readonly flags: SnFlags
      readonly topicId: number
      readonly messageId: number
      readonly payload: Buffer
    }
  | { readonly cmd: 'pubcomp' | 'pubrec' | 'pubrel' | 'unsuback'; readonly messageId: number }
  | {
      readonly cmd: 'subscribe' | 'unsubscribe'
      readonly flags: SnFlags
      readonly messageId: number
      readonly topic: SnTopic
    }
  | {
      readonly cmd: 'suback'
      readonly flags: SnFlags
      readonly topicId: number
      readonly messageId: number
      readonly code: number
    }
  | { readonly cmd: 'pingreq'; readonly clientid: string }
  | { readonly cmd: 'disconnect'; readonly duration: number | undefined }

const types = {
  searchgw: 0x01,
  gwinfo: 0x02,
  connect: 0x04,
  connack: 0x05,
  willtopicreq: 0x06,
  willtopic: 0x07,
  willmsgreq: 0x08,
  willmsg: 0x09,
  register: 0x0a,
  regack: 0x0b,
  publish: 0x0c,
  puback: 0x0d,
  pubcomp: 0x0e,
  pubrec: 0x0f,
  pubrel: 0x10,
  subscribe: 0x12,
  suback: 0x13,
  unsubscribe: 0x14,
  unsuback: 0x15,
  pingreq: 0x16,
  pingresp: 0x17,
  disconnect: 0x18,
  willtopicupd: 0x1a,
  willtopicresp: 0x1b,
  willmsgupd: 0x1c,
  willmsgresp: 0x1d,
} as const satisfies Record<SnPacket['cmd'], number>

const protocolId = 0x01

export const noFlags: SnFlags = {
  dup: false,
  qos: 0,
  retain: false,
  will: false,
  cleanSession: false,
  topicIdType: 'normal',
}

function readFlags(byte: number): SnFlags | undefined {
  const topicIdType = topicIdTypes[byte & 0x03]
  const bits = (byte >> 5) & 0x03
  const qos = bits === 0 ? 0 : bits === 1 ? 1 : bits === 2 ? 2 : 3
  if (topicIdType === undefined) return undefined
  const is = (bit: number) => (byte & bit) !== 0
  return { dup: is(0x80), qos, retain: is(0x10), will: is(0x08), cleanSession: is(0x04), topicIdType }
}

function flagsByte({ dup, qos, retain, will, cleanSession, topicIdType }: SnFlags): number {
  const bit = (isSet: boolean, value: number) => (isSet ? value : 0)
  const rest = bit(retain, 0x10) | bit(will, 0x08) | bit(cleanSession, 0x04)
  return bit(dup, 0x80) | (qos << 5) | rest | topicIdTypes.indexOf(topicIdType)
}

/** Parses a datagram; returns undefined if it is not MQTT-SN. */
export function readSn(datagram: Buffer): SnPacket | undefined {
  const isLong = datagram[0] === 0x01
  const start = isLong ? 3 : 1
  if (datagram.length <= start) return undefined
  const length = isLong ? datagram.readUInt16BE(1) : datagram[0]
  if (length !== datagram.length) return undefined
  const cmd = findCommand(datagram[start])
  return cmd === undefined ? undefined : readBody(cmd, datagram.subarray(start + 1))
}

function findCommand(type: number | undefined): SnPacket['cmd'] | undefined {
  const entries: readonly (readonly [SnPacket['cmd'], number])[] = commands
  return entries.find(([, value]) => value === type)?.[0]
}

const commands = (Object.keys(types) satisfies string[]).flatMap((name): [SnPacket['cmd'], number][] =>
  isCommand(name) ? [[name, types[name]]] : [],
)

function isCommand(name: string): name is SnPacket['cmd'] {
  return Object.hasOwn(types, name)
}

function readBody(cmd: SnPacket['cmd'], body: Buffer): SnPacket | undefined {
  const has = (length: number) => body.length === length
  const word = (at: number) => body.readUInt16BE(at)
  const text = (from: number) => body.toString('utf8', from)
  const flags = body.length === 0 ? undefined : readFlags(body.readUInt8(0))
  switch (cmd) {
    case 'searchgw':
      return has(1) ? { cmd, radius: body.readUInt8(0) } : undefined
    case 'gwinfo':
      return body.length >= 1 ? { cmd, gatewayId: body.readUInt8(0) } : undefined
    case 'connect':
      if (body.length < 4 || flags === undefined || body[1] !== protocolId) return undefined
      return { cmd, flags, duration: word(2), clientid: text(4) }
    case 'connack':
    case 'willtopicresp':
    case 'willmsgresp':
      return has(1) ? { cmd, code: body.readUInt8(0) } : undefined
    case 'willtopicreq':
    case 'willmsgreq':
    case 'pingresp':
      return has(0) ? { cmd } : undefined
    case 'willtopic':
    case 'willtopicupd':
      // An empty packet removes the will.
      if (has(0)) return { cmd, flags: noFlags, topic: '' }
      return flags === undefined ? undefined : { cmd, flags, topic: text(1) }
    case 'willmsg':
    case 'willmsgupd':
      return { cmd, payload: Buffer.from(body) }
    case 'register':
      return body.length < 5 ? undefined : { cmd, topicId: word(0), messageId: word(2), topic: text(4) }
    case 'regack':
    case 'puback':
      return has(5) ? { cmd, topicId: word(0), messageId: word(2), code: body.readUInt8(4) } : undefined
    case 'publish':
      if (body.length < 5 || flags === undefined) return undefined
      return { cmd, flags, topicId: word(1), messageId: word(3), payload: Buffer.from(body.subarray(5)) }
    case 'pubcomp':
    case 'pubrec':
    case 'pubrel':
    case 'unsuback':
      return has(2) ? { cmd, messageId: word(0) } : undefined
    case 'subscribe':
    case 'unsubscribe': {
      if (body.length < 4 || flags === undefined) return undefined
      if (flags.topicIdType === 'normal')
        return { cmd, flags, messageId: word(1), topic: { topicName: text(3) } }
      return has(5) ? { cmd, flags, messageId: word(1), topic: { topicId: word(3) } } : undefined
    }
    case 'suback':
      if (!has(6) || flags === undefined) return undefined
      return { cmd, flags, topicId: word(1), messageId: word(3), code: body.readUInt8(5) }
    case 'pingreq':
      return { cmd, clientid: text(0) }
    case 'disconnect':
      if (has(0)) return { cmd, duration: undefined }
      return has(2) ? { cmd, duration: word(0) } : undefined
  }
}

const two = (value: number) => Buffer.of((value >> 8) & 0xff, value & 0xff)

export function writeSn(packet: SnPacket): Buffer {
  const body = Buffer.concat(encodeBody(packet))
  const type = types[packet.cmd]
  const short = body.length + 2
  return short < 256
    ? Buffer.concat([Buffer.of(short, type), body])
    : Buffer.concat([Buffer.of(0x01), two(body.length + 4), Buffer.of(type), body])
}

function encodeBody(packet: SnPacket): readonly Buffer[] {
  switch (packet.cmd) {
    case 'searchgw':
      return [Buffer.of(packet.radius)]
    case 'gwinfo':
      return [Buffer.of(packet.gatewayId)]
    case 'connect':
      return [
        Buffer.of(flagsByte(packet.flags), protocolId),
        two(packet.duration),
        Buffer.from(packet.clientid),
      ]
    case 'connack':
    case 'willtopicresp':
    case 'willmsgresp':
      return [Buffer.of(packet.code)]
    case 'willtopicreq':
    case 'willmsgreq':
    case 'pingresp':
      return []
    case 'willtopic':
    case 'willtopicupd':
      return packet.topic === '' ? [] : [Buffer.of(flagsByte(packet.flags)), Buffer.from(packet.topic)]
    case 'willmsg':
    case 'willmsgupd':
      return [packet.payload]
    case 'register':
      return [two(packet.topicId), two(packet.messageId), Buffer.from(packet.topic)]
    case 'regack':
    case 'puback':
      return [two(packet.topicId), two(packet.messageId), Buffer.of(packet.code)]
    case 'publish':
      return [Buffer.of(flagsByte(packet.flags)), two(packet.topicId), two(packet.messageId), packet.payload]
    case 'pubcomp':
    case 'pubrec':
    case 'pubrel':
    case 'unsuback':
      return [two(packet.messageId)]
    case 'subscribe':
    case 'unsubscribe': {
      const { flags, messageId, topic } = packet
      const named = 'topicName' in topic ? Buffer.from(topic.topicName) : two(topic.topicId)
      return [Buffer.of(flagsByte(flags)), two(messageId), named]
    }
    case 'suback':
      return [
        Buffer.of(flagsByte(packet.flags)),
        two(packet.topicId),
        two(packet.messageId),
        Buffer.of(packet.code),
      ]
    case 'pingreq':
      return [Buffer.from(packet.clientid)]
    case 'disconnect':
      return packet.duration === undefined ? [] : [two(packet.duration)]
  }
}
