import { traceLineSchema } from '@brokerdeck/contract/diagnose/trace.ts'
import * as v from 'valibot'
import { parsePacket, payloadEncoding } from './parse-packet.ts'
import { anyPairs, sortedPairs } from './text-pairs.ts'
import type { LineFacts } from './trace-row.ts'

/** Reads a line of a log in either format; undefined when it is none. */
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
  return facts({ time, level: 'debug', msg }, { ...sortedPairs(pairs), clientid, peername, trace_tag: word })
}

/** Erlang's word for what is missing. */
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
