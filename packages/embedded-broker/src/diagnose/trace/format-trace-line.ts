import type { PayloadEncoding, TraceFormatter } from '@brokerdeck/contract/diagnose/trace.ts'
import type { IConnectPacket, ISubscribePacket, Packet } from 'mqtt-packet'
import { visibleJson } from '../../log/visible-json.ts'
import type { Traced, TraceEvent, TraceValue } from '../../mqtt/events/tracing.ts'

/** The maximum number of bytes of a payload; for a longer payload the line tells how many bytes are missing. */
const mostShownBytes = 1024

const named: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '\u007f': '\\d',
}

/**
 * Keeps a text on its line: escapes, as Erlang does, all characters that end a line, are invisible or change the text
 * direction.
 */
function visibleLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Surrogate}\u2028-\u202e\u2066-\u2069]/gu,
    (character) => named[character] ?? `\\x{${character.charCodeAt(0).toString(16).toUpperCase()}}`,
  )
}

export interface TraceFormat {
  readonly formatter: TraceFormatter
  readonly payload_encode: PayloadEncoding
}

type Meta = Readonly<Record<string, TraceValue>>

/**
 * Returns one line including its line end, as EMQX writes it; no text of a device can break the line. `at` is in RFC
 * 3339.
 */
export function formatTraceLine(event: TraceEvent, at: string, format: TraceFormat): string {
  const meta = toMeta(event, format.payload_encode)
  const line = format.formatter === 'json' ? asJson(event, at, meta) : asText(event, at, meta)
  return `${line}\n`
}

export function formatPeername({ ipAddress, port, peerhost, peerport }: Traced): string | undefined {
  const host = ipAddress ?? peerhost
  return host === undefined ? undefined : `${host}:${port ?? peerport ?? 0}`
}

function toMeta({ who, topic, packet, payload, meta }: TraceEvent, wanted: PayloadEncoding): Meta {
  const shown = payload === undefined ? undefined : showPayload(payload, wanted)
  return {
    ...(who.username !== undefined && { username: who.username }),
    ...(topic !== undefined && { topic }),
    ...(packet !== undefined && { packet: formatPacket(packet, wanted) }),
    ...meta,
    ...(shown !== undefined && { payload_encode: shown.encoding, payload: shown.text }),
  }
}

function asJson({ who, tag, level = 'debug', msg }: TraceEvent, time: string, meta: Meta): string {
  const all = {
    ...meta,
    ...(who.clientid !== undefined && { clientid: who.clientid }),
    peername: formatPeername(who),
    [level === 'debug' ? 'trace_tag' : 'tag']: tag,
  }
  return visibleJson({ time, msg, meta: reverseValue(all), level })
}

/** EMQX writes the names in reverse order. */
function reverseValue(value: TraceValue): TraceValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? 1 : -1))
  return Object.fromEntries(sorted.map(([key, inner]) => [key, reverseValue(inner)]))
}

function asText({ who, tag, level = 'debug', msg }: TraceEvent, time: string, meta: Meta): string {
  const pairs = Object.entries(meta).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const peer = formatPeername(who)
  const { clientid } = who
  if (level === 'debug' && tag !== undefined) {
    return `${time} [${tag}] ${visibleLine(clientid ?? '')}@${peer ?? ''} msg: ${msg}, ${formatPairs(pairs)}`
  }
  const { username, topic, ...rest } = Object.fromEntries(pairs)
  const head = Object.entries({ tag, clientid, msg, peername: peer, username, topic })
  return `${time} [${level}] ${formatPairs([...head, ...Object.entries(rest)].filter(([, value]) => value !== undefined))}`
}

/** Sorts the packet first and the payload last. */
const rank = (key: string): number => (key === 'packet' ? 0 : key === 'payload' ? 2 : 1)

const formatPairs = (pairs: readonly (readonly [string, TraceValue])[]): string =>
  pairs.map(([key, value]) => `${visibleLine(key)}: ${inText(value)}`).join(', ')

function inText(value: TraceValue): string {
  if (typeof value === 'string') return visibleLine(value)
  if (Array.isArray(value)) return `[${value.map(inText).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  return `[${formatPairs(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))}]`
}

/** Formats one packet as EMQX does: `PUBACK(Q0, R0, D0, PacketId=1, ReasonCode=0)`. */
function formatPacket(packet: Packet, encoding: PayloadEncoding): string {
  const { qos, retain, dup } = toFlags(packet)
  const flags = [`Q${qos}`, `R${retain}`, `D${dup}`]
  return `${packet.cmd.toUpperCase()}(${[...flags, ...formatParts(packet, encoding)].join(', ')})`
}

/**
 * Returns the flags of the fixed header (§2.1.3); three packet types must have 1 in the place of the QoS of a
 * PUBLISH.
 */
function toFlags(packet: Packet) {
  if (packet.cmd === 'publish')
    return { qos: packet.qos, retain: Number(packet.retain), dup: Number(packet.dup) }
  const isOne = packet.cmd === 'pubrel' || packet.cmd === 'subscribe' || packet.cmd === 'unsubscribe'
  return { qos: isOne ? 1 : 0, retain: 0, dup: 0 }
}

function formatParts(packet: Packet, encoding: PayloadEncoding): readonly string[] {
  switch (packet.cmd) {
    case 'connect':
      return connectParts(packet, encoding)
    case 'connack':
      return [
        `AckFlags=${Number(packet.sessionPresent)}`,
        `ReasonCode=${packet.reasonCode ?? packet.returnCode ?? 0}`,
      ]
    case 'publish':
      return [
        `Topic=${packet.topic}`,
        `PacketId=${packet.messageId ?? 'undefined'}`,
        labelPayload(packet.payload, encoding),
      ]
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return [`PacketId=${packet.messageId ?? 0}`, `ReasonCode=${packet.reasonCode ?? 0}`]
    case 'subscribe':
      return [`PacketId=${packet.messageId ?? 0} TopicFilters=[${formatFilters(packet)}]`]
    case 'suback':
      return [`PacketId=${packet.messageId ?? 0}`, `ReasonCodes=[${packet.granted.join(',')}]`]
    case 'unsubscribe':
      return [`PacketId=${packet.messageId ?? 0} TopicFilters=[${packet.unsubscriptions.join(',')}]`]
    case 'unsuback':
      return [`PacketId=${packet.messageId ?? 0}`]
    case 'disconnect':
    case 'auth':
      return [`ReasonCode=${packet.reasonCode ?? 0}`]
    default:
      return []
  }
}

function connectParts(packet: IConnectPacket, encoding: PayloadEncoding): readonly string[] {
  const { will } = packet
  return [
    `ClientId=${packet.clientId}`,
    `ProtoName=${packet.protocolId ?? 'MQTT'}`,
    `ProtoVsn=${packet.protocolVersion ?? 4}`,
    `CleanStart=${packet.clean === true}`,
    `KeepAlive=${packet.keepalive ?? 0}`,
    `Username=${packet.username ?? 'undefined'}`,
    `Password=${packet.password === undefined ? '' : '******'}`,
    ...(will === undefined
      ? []
      : [
          `Will(Q${will.qos ?? 0}, R${Number(will.retain ?? false)}, Topic=${will.topic}, ${labelPayload(will.payload, encoding)})`,
        ]),
  ]
}

function labelPayload(payload: string | Buffer, wanted: PayloadEncoding): string {
  const { encoding, text } = showPayload(Buffer.from(payload), wanted)
  return encoding === 'hidden' ? `Payload=${text}` : `Payload(${encoding})=${text}`
}

function formatFilters({ subscriptions }: ISubscribePacket): string {
  return subscriptions
    .map(
      ({ topic, qos, nl, rap, rh }) =>
        `${topic}(#{nl => ${Number(nl ?? 0)},qos => ${qos},rap => ${Number(rap ?? 0)},rh => ${rh ?? 0}})`,
    )
    .join(',')
}

interface ShownPayload {
  readonly encoding: PayloadEncoding
  readonly text: string
}

/** A payload that is not UTF-8 is shown in hex even if text is requested. */
function showPayload(payload: Uint8Array, wanted: PayloadEncoding): ShownPayload {
  if (wanted === 'hidden') return { encoding: 'hidden', text: '******' }
  const isCut = payload.length > mostShownBytes
  const bytes = Buffer.from(payload.subarray(0, mostShownBytes))
  const text = wanted === 'text' ? asUtf8(bytes, isCut) : undefined
  const shown = text ?? bytes.toString('hex').toUpperCase()
  return {
    encoding: text === undefined ? 'hex' : 'text',
    text: isCut ? `${shown}…(${payload.length - mostShownBytes} bytes)` : shown,
  }
}

/** Decodes UTF-8; with `isCut` the last character may be incomplete and is left out. */
function asUtf8(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}
