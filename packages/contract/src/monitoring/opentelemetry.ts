import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { boolean, duration, integer, percent, setWith, text } from '../description/scalars.ts'
import { mapOf, struct, withDefault } from '../description/schema.ts'
import { toWrittenSchema, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'
import { logLevels } from '../settings/log-config.ts'
import { tlsClientSettings } from '../tls.ts'

const on = withDefault(boolean, true)
const off = withDefault(boolean, false)

const endToEnd = struct('opentelemetry:e2e_tracing_options', {
  cluster_identifier: withDefault(text, 'emqxcl'),
  /** The QoS of the acknowledgements that are traced: 0 none, 1 PUBACK …, 2 also PUBREL …. */
  msg_trace_level: withDefault(setWith(integer(0, 2), { kind: 'select', options: [0, 1, 2] }), 0),
  clientid_match_rules_max: withDefault(integer(1), 30),
  topic_match_rules_max: withDefault(integer(1), 30),
  sample_ratio: withDefault(percent, '10%'),
  client_connect_disconnect: off,
  client_subscribe_unsubscribe: off,
  client_messaging: off,
  follow_traceparent: on,
})

const filter = struct('opentelemetry:trace_filter', {
  /** `legacy` traces messages that carry a trace context; `e2e` traces messages that the broker samples itself. */
  trace_mode: withDefault(oneOf('legacy', 'e2e'), 'legacy'),
  trace_all: off,
  e2e_tracing_options: withDefault(endToEnd, {}),
})

/** The settings `opentelemetry`: the data that is sent to a collector. */
export const telemetrySettings = struct('opentelemetry:opentelemetry', {
  metrics: withDefault(
    struct('opentelemetry:otel_metrics', { enable: off, interval: withDefault(duration, '10s') }),
    {},
  ),
  logs: withDefault(
    struct('opentelemetry:otel_logs', {
      level: withDefault(oneOf(...logLevels), 'warning'),
      enable: off,
      scheduled_delay: withDefault(duration, '1s'),
    }),
    {},
  ),
  traces: withDefault(
    struct('opentelemetry:otel_traces', {
      enable: off,
      max_queue_size: withDefault(integer(1), 2048),
      scheduled_delay: withDefault(duration, '5s'),
      filter: withDefault(filter, {}),
    }),
    {},
  ),
  exporter: withDefault(
    struct('opentelemetry:otel_exporter', {
      /** Any text is accepted, and an address that leads nowhere is not reported. */
      endpoint: withDefault(text, 'http://localhost:4317'),
      headers: withDefault(mapOf('header', text), {}),
      ssl_options: withDefault(tlsClientSettings, {}),
    }),
    {},
  ),
})
export type TelemetryConfig = ValueOf<typeof telemetrySettings>

/** Any part of the settings may be missing. */
export const telemetrySettingsSchema = toWrittenSchema(telemetrySettings)

export const whitelistTypes = ['clientid', 'topic'] as const
export type WhitelistType = (typeof whitelistTypes)[number]
const whitelistParams = v.object({ type: v.picklist(whitelistTypes) })

/** Enterprise only; on Community the path does not exist. */
export const opentelemetry = {
  get: endpoint({
    method: 'GET',
    path: '/opentelemetry',
    response: { 200: telemetrySettingsSchema },
    errors: [],
    access: 'token',
  }),
  /** Replaces all settings: fields that are not sent return to their defaults. */
  put: endpoint({
    method: 'PUT',
    path: '/opentelemetry',
    refreshes: ['/opentelemetry'],
    body: document(telemetrySettingsSchema),
    response: { 200: telemetrySettingsSchema },
    errors: [],
    access: 'token',
  }),
  /** The clients or topics that end-to-end tracing always follows, whatever the sample ratio. */
  whitelist: endpoint({
    method: 'GET',
    path: '/opentelemetry/whitelist/:type',
    params: whitelistParams,
    response: { 200: v.array(v.string()) },
    errors: [],
    access: 'token',
  }),
  /** Replaces the list; a list that exceeds the limit (30 by default) is rejected. */
  setWhitelist: endpoint({
    method: 'POST',
    path: '/opentelemetry/whitelist/:type',
    refreshes: ['/opentelemetry/whitelist/:type'],
    params: whitelistParams,
    body: v.array(v.string()),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  clearWhitelist: endpoint({
    method: 'DELETE',
    path: '/opentelemetry/whitelist/:type',
    refreshes: ['/opentelemetry/whitelist/:type'],
    params: whitelistParams,
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
} as const
