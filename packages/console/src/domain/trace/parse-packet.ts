import { type PayloadEncoding, payloadEncodings } from '@brokerdeck/contract/diagnose/trace.ts'
import type { ConnectFacts, SubscribedFilter, TracePacket } from './trace-row.ts'

/**
 * Reads a packet as the broker prints it. What devices choose (topics, payloads) is printed as it is: where such a text
 * imitates the print, the first reading wins. Undefined for what is no packet.
 */
export function parsePacket(text: string): TracePacket | undefined {
  const parts = /^([A-Z]+)\(Q(\d), R(\d), D(\d)(?:, ([\s\S]*))?\)$/.exec(text)
  if (parts === null) return undefined
  const [, type = '', qos, retain, duplicate, rest = ''] = parts
  const publish = type === 'PUBLISH' ? parsePublish(rest) : undefined
  return {
    type,
    qos: Number(qos),
    isRetained: retain === '1',
    isDuplicate: duplicate === '1',
    packetId: publish ? publish.packetId : numberAfter(rest, 'PacketId'),
    reasonCodes: type === 'PUBLISH' || type === 'CONNECT' ? [] : parseCodes(rest),
    topic: publish?.topic,
    filters: parseFilters(type, rest),
    payload: publish?.payload,
    payloadEncoding: publish?.encoding,
    connect: type === 'CONNECT' ? parseConnect(rest) : undefined,
    isSessionPresent: type === 'CONNACK' && numberAfter(rest, 'AckFlags') === 1,
  }
}

function numberAfter(text: string, name: string): number | undefined {
  const found = new RegExp(`(?:^|, )${name}=(\\d+)`).exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

function parsePublish(rest: string) {
  const parts = /^Topic=([\s\S]*?), PacketId=(\d+|undefined)(?:, Payload(?:\((\w+)\))?=([\s\S]*))?$/.exec(
    rest,
  )
  if (parts === null) return undefined
  const [, topic, id, encoding, payload] = parts
  return {
    topic,
    packetId: id === 'undefined' ? undefined : Number(id),
    payload,
    encoding: payloadEncoding(encoding),
  }
}

export function payloadEncoding(word: unknown): PayloadEncoding | undefined {
  return payloadEncodings.find((one) => one === word)
}

/** `[1,128]`; Erlang prints a list of printable characters as a text: `"¢"` for `[162]`. */
function parseCodes(rest: string): readonly number[] {
  const one = numberAfter(rest, 'ReasonCode')
  if (one !== undefined) return [one]
  const list = /ReasonCodes=(?:\[([\d, ]*)\]|"([^"]*)")/.exec(rest)
  if (list?.[1] !== undefined) return list[1].match(/\d+/g)?.map(Number) ?? []
  return [...(list?.[2] ?? '')].map((character) => character.charCodeAt(0))
}

function parseFilters(type: string, rest: string): readonly SubscribedFilter[] {
  const list = /TopicFilters=\[([\s\S]*)\]$/.exec(rest)?.[1]
  if (list === undefined || list === '') return []
  if (type === 'UNSUBSCRIBE') return list.split(', ').map((filter) => ({ filter, qos: undefined }))
  return [...list.matchAll(/([\s\S]*?)\(#\{([^}]*)\}\)(?:, |$)/g)].map(([, filter = '', options = '']) => {
    const qos = /qos => (\d)/.exec(options)?.[1]
    return { filter, qos: qos === undefined ? undefined : Number(qos) }
  })
}

const connectFormat =
  /^ClientId=([\s\S]*?), ProtoName=\S*?, ProtoVsn=(\d+), CleanStart=(\w+), KeepAlive=(\d+), Username=([\s\S]*?), Password=(\*{0,6})([\s\S]*)$/

function parseConnect(rest: string): ConnectFacts | undefined {
  const parts = connectFormat.exec(rest)
  if (parts === null) return undefined
  const [, clientid = '', version, clean, keepAlive, username = '', password = '', will = ''] = parts
  return {
    clientid,
    username: username === 'undefined' || username === '' ? undefined : username,
    protocolVersion: Number(version),
    isCleanStart: clean === 'true',
    keepAlive: Number(keepAlive),
    hasPassword: password !== '',
    hasWill: will.includes('Will'),
  }
}
