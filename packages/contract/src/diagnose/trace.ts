import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fileSchema } from '../file.ts'
import { rows } from '../paging.ts'
import { integerSchema, timestamp } from '../scalars.ts'

/** What a trace follows. `topic` is a filter; `ip_address` is an address without a port. */
export const traceTypes = ['clientid', 'topic', 'ip_address', 'ruleid'] as const
export type TraceType = (typeof traceTypes)[number]

/** How payloads are written; `hidden` as six asterisks. */
export const payloadEncodings = ['text', 'hex', 'hidden'] as const
export type PayloadEncoding = (typeof payloadEncodings)[number]

export const traceFormatters = ['text', 'json'] as const
export type TraceFormatter = (typeof traceFormatters)[number]

export const traceStatuses = ['waiting', 'running', 'stopped'] as const
export type TraceStatus = (typeof traceStatuses)[number]

/** No more may exist at a time, stopped ones included. */
export const maxTraces = 30

/** Letters, digits, `-` and `_`, beginning with a letter. */
export const traceNamePattern = /^[A-Za-z]+[A-Za-z0-9_-]*$/
export const maxTraceNameLength = 256

/** `log_size` is bytes by node. Times have whole seconds in UTC. */
const described = {
  name: v.string(),
  status: v.picklist(traceStatuses),
  start_at: timestamp,
  end_at: timestamp,
  formatter: v.picklist(traceFormatters),
  payload_encode: v.picklist(payloadEncodings),
  log_size: v.record(v.string(), v.number()),
}

/** The condition stands under the name of its type. */
export const traceSchema = v.variant('type', [
  v.object({ type: v.literal('clientid'), clientid: v.string(), ...described }),
  v.object({ type: v.literal('topic'), topic: v.string(), ...described }),
  v.object({ type: v.literal('ip_address'), ip_address: v.string(), ...described }),
  v.object({ type: v.literal('ruleid'), ruleid: v.string(), ...described }),
])
export type Trace = v.InferOutput<typeof traceSchema>

/** Whole epoch seconds or RFC 3339. */
const second = v.union([integerSchema(0, 253_402_300_799), timestamp])

/**
 * From now and for ten minutes unless told otherwise; one whose start has passed runs at once. Only the condition of
 * the type is looked at, and it must not be empty.
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

/** The log of one node. `mtime` in epoch seconds. */
export const traceLogFileSchema = v.object({ node: v.string(), size: v.number(), mtime: v.number() })
export type TraceLogFile = v.InferOutput<typeof traceLogFileSchema>

/**
 * A line of a log in JSON. `time` is RFC 3339 with microseconds; `meta` has `clientid`, `username` (absent, or the
 * word `undefined`, for a client without one), `peername` as `address:port` and `trace_tag` where they are known, and
 * what belongs to the event.
 *
 * The same in text, of which only the first five parts have a fixed place; values may hold `, ` and `: ` themselves:
 * `2026-11-21T08:41:37.804199+00:00 [MQTT] clientid@127.0.0.1:56648 msg: mqtt_packet_sent, packet: CONNACK(…), username: u`
 */
export const traceLineSchema = v.object({
  time: timestamp,
  level: v.string(),
  msg: v.string(),
  meta: v.record(v.string(), v.unknown()),
})

const params = v.object({ name: v.string() })
const node = v.optional(v.string())

/** How long a broker may take to zip a log before asking on is pointless. */
export const traceDownloadTimeoutMs = 45_000

export const trace = {
  /** The newest start first. */
  list: endpoint({
    method: 'GET',
    path: '/trace',
    response: { 200: rows(traceSchema) },
    errors: [],
    access: 'token',
  }),
  /** The `end_at` of the answer is its `start_at`, and sizes are zero: ask the list. */
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
  /** May be repeated; one that waits is stopped too. */
  stop: endpoint({
    method: 'PUT',
    path: '/trace/:name/stop',
    refreshes: ['/trace'],
    params,
    response: { 200: v.object({ name: v.string(), enable: v.boolean() }) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** A zip of the logs that hold something, one by node; `NOT_FOUND` when none does. */
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
  /** The newest first; none while the trace waits. */
  logDetail: endpoint({
    method: 'GET',
    path: '/trace/:name/log_detail',
    params,
    response: { 200: rows(traceLogFileSchema) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /**
   * `bytes` of the log of a node (of the one that answers unless given) from `position`, cut anywhere. `position` of
   * the answer is where to ask on; past the end `items` is empty and it is the size of the log.
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
