import { traceLineSchema } from '@brokerdeck/contract/diagnose/trace.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { TraceEvent } from '../../mqtt/events/tracing.ts'
import { formatTraceLine, type TraceFormat } from './format-trace-line.ts'

const at = '2026-11-21T08:41:37.803244+00:00'
const text: TraceFormat = { formatter: 'text', payload_encode: 'text' }
const json: TraceFormat = { formatter: 'json', payload_encode: 'text' }
const who = {
  node: 'n1',
  clientid: 'trace-dev',
  username: 'tracer',
  ipAddress: '127.0.0.1',
  port: 56_648,
}
const lines = (event: TraceEvent, format = text) => formatTraceLine(event, at, format)

test('a step of the broker is written as EMQX does', () => {
  const event: TraceEvent = {
    who,
    tag: 'AUTHZ',
    msg: 'authorization_matched_allow',
    topic: 'trace/#',
    meta: { authorize_type: 'file', module: 'emqx_authz_file', action: 'SUBSCRIBE(Q1)' },
  }
  expect(lines(event)).toBe(
    `${at} [AUTHZ] trace-dev@127.0.0.1:56648 msg: authorization_matched_allow, action: SUBSCRIBE(Q1), authorize_type: file, module: emqx_authz_file, topic: trace/#, username: tracer\n`,
  )
  expect(lines(event, json)).toBe(
    `{"time":"${at}","msg":"authorization_matched_allow","meta":{"username":"tracer","trace_tag":"AUTHZ","topic":"trace/#","peername":"127.0.0.1:56648","module":"emqx_authz_file","clientid":"trace-dev","authorize_type":"file","action":"SUBSCRIBE(Q1)"},"level":"debug"}\n`,
  )
})

test('a warning has the form of the ordinary log', () => {
  const event: TraceEvent = {
    who,
    tag: 'AUTHZ',
    level: 'warning',
    msg: 'cannot_publish_to_topic_due_to_not_authorized',
    topic: 'a/b',
    meta: { reason: 'not_authorized' },
  }
  expect(lines(event)).toBe(
    `${at} [warning] tag: AUTHZ, clientid: trace-dev, msg: cannot_publish_to_topic_due_to_not_authorized, peername: 127.0.0.1:56648, username: tracer, topic: a/b, reason: not_authorized\n`,
  )
  expect(v.parse(traceLineSchema, JSON.parse(lines(event, json)))).toMatchObject({
    level: 'warning',
    meta: { tag: 'AUTHZ', reason: 'not_authorized' },
  })
})

test('a password is never written, and a will is', () => {
  const packet = {
    cmd: 'connect',
    clientId: 'c',
    username: 'u',
    password: Buffer.from('geheim'),
    clean: false,
    protocolId: 'MQTT',
    protocolVersion: 4,
    keepalive: 30,
    will: { topic: 'gone', payload: Buffer.from([0, 255]), qos: 1, retain: true },
  } as const
  const line = lines({ who, tag: 'MQTT', msg: 'mqtt_packet_received', packet })
  expect(line).toContain(
    'packet: CONNECT(Q0, R0, D0, ClientId=c, ProtoName=MQTT, ProtoVsn=4, CleanStart=false, KeepAlive=30, Username=u, Password=******, Will(Q1, R1, Topic=gone, Payload(hex)=00FF)), username: tracer',
  )
  expect(line).not.toContain('geheim')
})

test('a long payload is cut at a whole character', () => {
  const payload = Buffer.from(`x${'ü'.repeat(1000)}`)
  const line = lines({ who, tag: 'PUBLISH', msg: 'publish_to', topic: 't', payload })
  expect(line).toContain(`payload: x${'ü'.repeat(511)}…(977 bytes)\n`)
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'a\nb',
    'a\r\n[MQTT] x@1.2.3.4:5 msg: forged',
    '"},"level":"debug"}\n{"msg":"x',
    '\u2028',
    '\u0085',
  ),
)
const anyEvent = fc
  .record({ clientid: hostile, username: hostile, topic: hostile, payload: fc.uint8Array(), reason: hostile })
  .map(({ clientid, username, topic, payload, reason }): TraceEvent => {
    const meta = { reason, nested: { [reason]: [reason] } }
    const packet = {
      cmd: 'publish',
      topic,
      payload: Buffer.from(payload),
      qos: 0,
      retain: false,
      dup: false,
    } as const
    return { who: { ...who, clientid, username }, tag: 'MQTT', msg: 'm', topic, payload, packet, meta }
  })

test('whatever a device says, an event is one line of text', () => {
  fc.assert(
    fc.property(anyEvent, fc.constantFrom('debug', 'info'), (event, level) => {
      const line = lines({ ...event, level })
      // The line is split by the strictest rule: at everything that Unicode considers the end of a line.
      expect(line.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)).toHaveLength(2)
      expect(line).toMatch(/^\P{Cc}*\n$/u)
    }),
  )
})

test('as JSON it is one line too, and gives back what was said', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      const line = lines(event, json)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      const parsed = v.parse(traceLineSchema, JSON.parse(line))
      const { clientid = '', username = '' } = event.who
      expect(parsed.meta).toMatchObject({
        clientid,
        username,
        topic: event.topic,
        reason: event.meta?.['reason'],
      })
    }),
  )
})
