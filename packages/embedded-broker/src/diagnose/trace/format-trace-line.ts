import type { PayloadEncoding, TraceFormatter } from '@brokerdeck/contract/diagnose/trace.ts'
import { visibleJson } from '../../log/visible-json.ts'
import type { Traced, TraceEvent, TraceValue } from '../../mqtt/tracing.ts'
import { formatPacket } from './format-packet.ts'
import { showPayload } from './show-payload.ts'

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

/** Text that stays in its line: what would end it, hide in it or turn its direction is written as Erlang escapes it. */
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

/** One line with its end, as EMQX writes it; whatever devices say, it stays one. `at` is RFC 3339. */
export function formatTraceLine(event: TraceEvent, at: string, format: TraceFormat): string {
  const meta = metaOf(event, format.payload_encode)
  const line = format.formatter === 'json' ? asJson(event, at, meta) : asText(event, at, meta)
  return `${line}\n`
}

export function peernameOf({ ipAddress, port, peerhost, peerport }: Traced): string | undefined {
  const host = ipAddress ?? peerhost
  return host === undefined ? undefined : `${host}:${port ?? peerport ?? 0}`
}

function metaOf({ who, topic, packet, payload, meta }: TraceEvent, wanted: PayloadEncoding): Meta {
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
    peername: peernameOf(who),
    [level === 'debug' ? 'trace_tag' : 'tag']: tag,
  }
  return visibleJson({ time, msg, meta: reversed(all), level })
}

/** EMQX's names stand in reverse order. */
function reversed(value: TraceValue): TraceValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? 1 : -1))
  return Object.fromEntries(sorted.map(([key, inner]) => [key, reversed(inner)]))
}

function asText({ who, tag, level = 'debug', msg }: TraceEvent, time: string, meta: Meta): string {
  const pairs = Object.entries(meta).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const peer = peernameOf(who)
  const { clientid } = who
  if (level === 'debug' && tag !== undefined) {
    return `${time} [${tag}] ${visibleLine(clientid ?? '')}@${peer ?? ''} msg: ${msg}, ${listed(pairs)}`
  }
  const { username, topic, ...rest } = Object.fromEntries(pairs)
  const head = Object.entries({ tag, clientid, msg, peername: peer, username, topic })
  return `${time} [${level}] ${listed([...head, ...Object.entries(rest)].filter(([, value]) => value !== undefined))}`
}

/** The packet stands first and the payload last. */
const rank = (key: string): number => (key === 'packet' ? 0 : key === 'payload' ? 2 : 1)

const listed = (pairs: readonly (readonly [string, TraceValue])[]): string =>
  pairs.map(([key, value]) => `${visibleLine(key)}: ${inText(value)}`).join(', ')

function inText(value: TraceValue): string {
  if (typeof value === 'string') return visibleLine(value)
  if (Array.isArray(value)) return `[${value.map(inText).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  return `[${listed(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))}]`
}
