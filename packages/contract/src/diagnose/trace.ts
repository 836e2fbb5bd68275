import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fileSchema } from '../file.ts'
import { rows } from '../paging.ts'
import { integerSchema, timestamp } from '../scalars.ts'

/** The kinds of conditions of a trace. `topic` is a filter; `ip_address` is an address without a port. */
export const traceTypes = ['clientid', 'topic', 'ip_address', 'ruleid'] as const
export type TraceType = (typeof traceTypes)[number]

/** The encodings of payloads in a trace; `hidden` writes six asterisks. */
export const payloadEncodings = ['text', 'hex', 'hidden'] as const
export type PayloadEncoding = (typeof payloadEncodings)[number]

export const traceFormatters = ['text', 'json'] as const
export type TraceFormatter = (typeof traceFormatters)[number]

export const traceStatuses = ['waiting', 'running', 'stopped'] as const
export type TraceStatus = (typeof traceStatuses)[number]

/** The maximum number of traces that may exist at a time, including stopped traces. */
export const maxTraces = 30

/** A trace name consists of letters, digits, `-` and `_`, and begins with a letter. */
export const traceNamePattern = /^[A-Za-z]+[A-Za-z0-9_-]*$/
export const maxTraceNameLength = 256

/** `log_size` holds the number of bytes by node. Times have whole seconds and are in UTC. */
const described = {
  name: v.string(),
  status: v.picklist(traceStatuses),
  start_at: timestamp,
  end_at: timestamp,
  formatter: v.picklist(traceFormatters),
  payload_encode: v.picklist(payloadEncodings),
  log_size: v.record(v.string(), v.number()),
}

/** The field that holds the condition is named after its type. */
export const traceSchema = v.variant('type', [
  v.object({ type: v.literal('clientid'), clientid: v.string(), ...described }),
  v.object({ type: v.literal('topic'), topic: v.string(), ...described }),
  v.object({ type: v.literal('ip_address'), ip_address: v.string(), ...described }),
  v.object({ type: v.literal('ruleid'), ruleid: v.string(), ...described }),
])
export type Trace = v.InferOutput<typeof traceSchema>

/** A time as whole epoch seconds or RFC 3339. */
const second = v.union([integerSchema(0, 253_402_300_799), timestamp])

/**
 * By default, a trace starts now and runs for ten minutes; a trace whose start has passed runs at once. Only the
 * condition of the given type is used, and it must not be empty.
 */
export const traceInputSchema = v.object({
  name: v.pipe(
    v.string(),
    v.check((name) => traceNamePattern.test(name), 'Name should be ^[A-Za-z]+[A-Za-z0-9-_]*$'),
    v.check((name) => name.length <= maxTraceNameLength, 'Name Length must =< 256'),
  ),
  type: v.picklist(traceTypes),
  clientid: v.optional(v.string()),
  topic: v.optional(v.string()),
  ip_address: v.optional(v.string()),
  ruleid: v.optional(v.string()),
  start_at: v.optional(second),
  end_at: v.optional(second),
  formatter: v.optional(v.picklist(traceFormatters), 'text'),
  payload_encode: v.optional(v.picklist(payloadEncodings), 'text'),
})
export type TraceInput = v.InferInput<typeof traceInputSchema>

/** The log of one node. `mtime` is in epoch seconds. */
export const traceLogFileSchema = v.object({ node: v.string(), size: v.number(), mtime: v.number() })
export type TraceLogFile = v.InferOutput<typeof traceLogFileSchema>

/**
 * A line of a log in JSON. `time` is RFC 3339 with microseconds; `meta` has `clientid`, `username` (absent, or the
 * word `undefined`, for a client without a username), `peername` as `address:port` and `trace_tag` where they are
 * known, and the properties of the event.
 *
 * In the text format, only the first five parts have a fixed place; values may themselves contain `, ` and `: `:
 * `2026-11-21T08:41:37.804199+00:00 [MQTT] clientid@127.0.0.1:56648 msg: mqtt_packet_sent, packet: CONNACK(…),
 * username: u`
 */
export const traceLineSchema = v.object({
  time: timestamp,
  level: v.string(),
  msg: v.string(),
  meta: v.record(v.string(), v.unknown()),
})

const params = v.object({ name: v.string() })
const node = v.optional(v.string())

/** The timeout, in milliseconds, for the broker to zip a log; waiting longer is pointless. */
export const traceDownloadTimeoutMs = 45_000

export const trace = {
  /** Lists the traces with the newest start first. */
  list: endpoint({
    method: 'GET',
    path: '/trace',
    response: { 200: rows(traceSchema) },
    errors: [],
    access: 'token',
  }),
  /** In the response, `end_at` equals `start_at` and the sizes are zero; the list has the real values. */
  create: endpoint({
    method: 'POST',
    path: '/trace',
    refreshes: ['/trace'],
    body: traceInputSchema,
    response: { 200: traceSchema },
    errors: ['INVALID_PARAMS', 'ALREADY_EXISTS', 'DUPLICATE_CONDITION', 'BAD_TYPE'],
    access: 'token',
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/trace',
    refreshes: ['/trace'],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/trace/:name',
    refreshes: ['/trace'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The request may be repeated; it also stops a trace that waits for its start. */
  stop: endpoint({
    method: 'PUT',
    path: '/trace/:name/stop',
    refreshes: ['/trace'],
    params,
    response: { 200: v.object({ name: v.string(), enable: v.boolean() }) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Returns a zip of the logs that are not empty, one per node; `NOT_FOUND` if all are empty. */
  download: endpoint({
    method: 'GET',
    path: '/trace/:name/download',
    params,
    query: v.object({ node }),
    gives: 'file',
    response: { 200: fileSchema },
    errors: ['NOT_FOUND', 'NODE_ERROR'],
    access: 'token',
  }),
  /** Lists the newest log first; the list is empty while the trace waits for its start. */
  logDetail: endpoint({
    method: 'GET',
    path: '/trace/:name/log_detail',
    params,
    response: { 200: rows(traceLogFileSchema) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /**
   * Returns `bytes` of the log of a node (by default the responding node) from `position`, cut at any place. The
   * `position` of the response is where to continue; past the end, `items` is empty and `position` is the size of the
   * log.
   */
  log: endpoint({
    method: 'GET',
    path: '/trace/:name/log',
    params,
    query: v.object({
      node,
      position: v.optional(integerSchema(Number.MIN_SAFE_INTEGER), 0),
      bytes: v.optional(integerSchema(0, 2_147_483_647), 1000),
    }),
    response: {
      200: v.object({
        items: v.string(),
        meta: v.object({ bytes: v.number(), position: v.number() }),
      }),
    },
    errors: ['NOT_FOUND', 'NODE_ERROR', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
} as const
