import * as v from 'valibot'
import { configDuration } from '../config-scalars.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'
import { logLevels } from '../settings/log-config.ts'

/** `msg_trace_level` is the QoS of the acknowledgements that are followed: 0 none, 1 PUBACK …, 2 PUBREL … too. */
const endToEndSchema = v.object({
  cluster_identifier: v.optional(v.string()),
  msg_trace_level: v.optional(v.number()),
  clientid_match_rules_max: v.optional(v.number()),
  topic_match_rules_max: v.optional(v.number()),
  /** `10%` */
  sample_ratio: v.optional(v.union([v.string(), v.number()])),
  client_connect_disconnect: v.optional(v.boolean()),
  client_subscribe_unsubscribe: v.optional(v.boolean()),
  client_messaging: v.optional(v.boolean()),
  follow_traceparent: v.optional(v.boolean()),
})

export const telemetrySettingsSchema = v.object({
  exporter: v.optional(
    v.object({
      /** Any text is taken, and nothing is said where it leads nowhere. */
      endpoint: v.optional(v.string()),
      headers: v.optional(v.record(v.string(), v.string())),
      ssl_options: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
  metrics: v.optional(v.object({ enable: v.boolean(), interval: v.optional(configDuration) })),
  traces: v.optional(
    v.object({
      enable: v.optional(v.boolean()),
      max_queue_size: v.optional(v.number()),
      scheduled_delay: v.optional(configDuration),
      filter: v.optional(
        v.object({
          /** `legacy`: messages that carry a trace context; `e2e`: what the broker samples itself. */
          trace_mode: v.optional(v.picklist(['legacy', 'e2e'])),
          trace_all: v.optional(v.boolean()),
          e2e_tracing_options: v.optional(endToEndSchema),
        }),
      ),
    }),
  ),
  logs: v.optional(
    v.object({
      enable: v.optional(v.boolean()),
      level: v.optional(v.picklist(logLevels)),
      scheduled_delay: v.optional(configDuration),
    }),
  ),
})

export const whitelistTypes = ['clientid', 'topic'] as const
export type WhitelistType = (typeof whitelistTypes)[number]
const whitelistParams = v.object({ type: v.picklist(whitelistTypes) })

/** Enterprise; Community answers that there is no such path. */
export const opentelemetry = {
  get: endpoint({
    method: 'GET',
    path: '/opentelemetry',
    response: { 200: telemetrySettingsSchema },
    errors: [],
    access: 'token',
  }),
  /** Replaces everything: what is not sent falls back to its default. */
  put: endpoint({
    method: 'PUT',
    path: '/opentelemetry',
    refreshes: ['/opentelemetry'],
    body: document(telemetrySettingsSchema),
    response: { 200: telemetrySettingsSchema },
    errors: [],
    access: 'token',
  }),
  /** Clients, or topics, that end-to-end tracing follows whatever the sample ratio says. */
  whitelist: endpoint({
    method: 'GET',
    path: '/opentelemetry/whitelist/:type',
    params: whitelistParams,
    response: { 200: v.array(v.string()) },
    errors: [],
    access: 'token',
  }),
  /** Replaces the list; longer than the limit (30 unless set) is refused. */
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
