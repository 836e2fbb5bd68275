import {
  type PayloadEncoding,
  payloadEncodings,
  traceLineSchema,
} from '@brokerdeck/contract/diagnose/trace.ts'
import * as v from 'valibot'
import type { ConnectFacts, LineFacts, SubscribedFilter, TracePacket } from './trace-row.ts'

/** Parses a line of a log in either format; returns undefined for any other text. */
export function parseLine(line: string): LineFacts | undefined {
  return line.startsWith('{') ? parseJsonLine(line) : parseTextLine(line)
}

const jsonLine = v.pipe(v.string(), v.parseJson(), traceLineSchema)

function parseJsonLine(line: string): LineFacts | undefined {
  const parsed = v.safeParse(jsonLine, line)
  if (!parsed.success) return undefined
  const { time, level, msg, meta } = parsed.output
  return facts({ time, level, msg }, meta)
}

const start = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) \[([^\]]*)\] ([\s\S]*)$/
const traced =
  /^(?:([\s\S]*?)@((?:\[[\da-fA-F:.]+\]|[\d.]+|[\da-fA-F:]+?)(?::\d+)?|) )?msg: ([^,\s][^,]*)(?:, ?([\s\S]*))?$/

const levels = new Set(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])

function parseTextLine(line: string): LineFacts | undefined {
  const parts = start.exec(line)
  if (parts === null) return undefined
  const [, time = '', word = '', rest = ''] = parts
  if (levels.has(word)) {
    const { msg, ...pairs } = anyPairs(rest)
    return facts({ time, level: word, msg: msg ?? rest }, pairs)
  }
  const known = traced.exec(rest)
  if (known === null) return undefined
  const [, clientid, peername, msg = '', pairs = ''] = known
  return facts({ time, level: 'debug', msg }, { ...sortPairs(pairs), clientid, peername, trace_tag: word })
}

/** Treats `undefined`, Erlang's word for a missing value, as missing. */
function text(value: unknown): string | undefined {
  return typeof value !== 'string' || value === '' || value === 'undefined' ? undefined : value
}

function facts(
  head: Pick<LineFacts, 'time' | 'level' | 'msg'>,
  given: Readonly<Record<string, unknown>>,
): LineFacts {
  const { clientid, username, peername, topic, packet, payload, payload_encode, trace_tag, tag, ...meta } =
    given
  const parsed = typeof packet === 'string' ? parsePacket(packet) : undefined
  return {
    ...head,
    tag: text(trace_tag) ?? text(tag),
    clientid: text(clientid) ?? parsed?.connect?.clientid,
    username: text(username),
    peername: text(peername),
    topic: text(topic) ?? parsed?.topic,
    packet: parsed,
    payload: typeof payload === 'string' ? payload : parsed?.payload,
    payloadEncoding: payloadEncoding(payload_encode) ?? parsed?.payloadEncoding,
    meta: parsed === undefined && packet !== undefined ? { ...meta, packet } : meta,
  }
}

/** Matches the keys that may follow a packet, whose own text contains many commas. */
const afterPacket = /\), (?=(?:client_attrs|listener|namespace|reason|tns|username): )/g

/**
 * Splits the `key: value, …` pairs of a text line. The broker sorts the keys, with the packet first and the payload
 * last, which distinguishes a key from a comma within a value.
 */
function sortPairs(text: string): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {}
  let rest = text
  if (rest.startsWith('packet: ')) {
    const end = [...rest.matchAll(afterPacket)].at(-1)?.index
    pairs['packet'] = rest.slice('packet: '.length, end === undefined ? undefined : end + 1)
    rest = end === undefined ? '' : rest.slice(end + ') '.length + 1)
  }
  let key = /^([a-z][\w.]*): /.exec(rest)?.[1]
  rest = key === undefined ? '' : rest.slice(key.length + 2)
  while (key !== undefined) {
    const next = key === 'payload' ? undefined : nextKey(rest, key)
    pairs[key] = next === undefined ? rest : rest.slice(0, next.at)
    if (next === undefined) break
    rest = rest.slice(next.at + next.key.length + ', : '.length)
    key = next.key
  }
  return pairs
}

/** The keys whose values are chosen by devices, so that brackets in them have no meaning. */
const chosenByDevices = new Set(['topic', 'username', 'sub_id'])

function nextKey(text: string, before: string): { key: string; at: number } | undefined {
  const from = chosenByDevices.has(before) ? 0 : listEnd(text)
  for (const found of text.slice(from).matchAll(/, ([a-z][\w.]*): /g)) {
    const key = found[1]
    if (key !== undefined && (key > before || key === 'payload')) return { key, at: from + found.index }
  }
  return undefined
}

/** Returns the end of the brackets at the start of a value: `[nl: 0, qos: 1]` contains commas. */
function listEnd(text: string): number {
  if (!/^(?:\[|#?\{)/.test(text)) return 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '[' || character === '{') depth += 1
    if (character === ']' || character === '}') depth -= 1
    if (depth === 0 && (character === ']' || character === '}')) return at + 1
  }
  return 0
}

/** Splits the pairs of the broker's ordinary log, whose keys have no order. */
function anyPairs(text: string): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {}
  const keys = [...text.matchAll(/(?:^|, )([a-z][\w.]*): /g)]
  for (const [at, found] of keys.entries()) {
    const [whole, key = ''] = found
    const next = keys[at + 1]
    // The first pair with a name wins, because later pairs may be part of a text that a client chose.
    if (!Object.hasOwn(pairs, key)) pairs[key] = text.slice(found.index + whole.length, next?.index)
  }
  return pairs
}

/**
 * Parses a packet as the broker prints it. Texts that devices choose (topics, payloads) are printed unescaped: if
 * such a text imitates the format, the first match wins. Returns undefined for any other text.
 */
function parsePacket(text: string): TracePacket | undefined {
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

function payloadEncoding(word: unknown): PayloadEncoding | undefined {
  return payloadEncodings.find((one) => one === word)
}

/** Parses `[1,128]`; Erlang prints a list of printable characters as a text: `"¢"` for `[162]`. */
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
