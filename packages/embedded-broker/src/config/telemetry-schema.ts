import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { integer } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, duration, percent, text } from '@brokerdeck/contract/description/scalars.ts'
import { mapOf, struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { logLevels } from '@brokerdeck/contract/settings/log-config.ts'
import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'

const endToEnd = struct('opentelemetry:e2e_tracing_options', {
  cluster_identifier: withDefault(text, 'emqxcl'),
  msg_trace_level: withDefault(integer(0, 2), 0),
  clientid_match_rules_max: withDefault(integer(1), 30),
  topic_match_rules_max: withDefault(integer(1), 30),
  sample_ratio: withDefault(percent, '10%'),
  client_connect_disconnect: withDefault(boolean, false),
  client_subscribe_unsubscribe: withDefault(boolean, false),
  client_messaging: withDefault(boolean, false),
  follow_traceparent: withDefault(boolean, true),
})

const filter = struct('opentelemetry:trace_filter', {
  trace_mode: withDefault(oneOf('legacy', 'e2e'), 'legacy'),
  trace_all: withDefault(boolean, false),
  e2e_tracing_options: withDefault(endToEnd, {}),
})

export const telemetrySchema = struct('opentelemetry:opentelemetry', {
  metrics: withDefault(
    struct('opentelemetry:otel_metrics', {
      enable: withDefault(boolean, false),
      interval: withDefault(duration, '10s'),
    }),
    {},
  ),
  logs: withDefault(
    struct('opentelemetry:otel_logs', {
      level: withDefault(oneOf(...logLevels), 'warning'),
      enable: withDefault(boolean, false),
      scheduled_delay: withDefault(duration, '1s'),
    }),
    {},
  ),
  traces: withDefault(
    struct('opentelemetry:otel_traces', {
      enable: withDefault(boolean, false),
      max_queue_size: withDefault(integer(1), 2048),
      scheduled_delay: withDefault(duration, '5s'),
      filter: withDefault(filter, {}),
    }),
    {},
  ),
  exporter: withDefault(
    struct('opentelemetry:otel_exporter', {
      endpoint: withDefault(text, 'http://localhost:4317'),
      headers: withDefault(mapOf('header', text), {}),
      ssl_options: withDefault(tlsClientSettings, {}),
    }),
    {},
  ),
})
