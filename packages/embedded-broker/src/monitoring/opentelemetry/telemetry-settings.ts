import * as v from 'valibot'

const duration = v.union([v.string(), v.number()])

/** The settings with everything filled in, as far as this broker looks at them. */
export const telemetryConfigSchema = v.looseObject({
  metrics: v.looseObject({ enable: v.boolean(), interval: duration }),
  logs: v.looseObject({ enable: v.boolean() }),
  traces: v.looseObject({
    enable: v.boolean(),
    filter: v.looseObject({
      e2e_tracing_options: v.looseObject({
        clientid_match_rules_max: v.number(),
        topic_match_rules_max: v.number(),
      }),
    }),
  }),
  exporter: v.looseObject({
    endpoint: v.string(),
    headers: v.record(v.string(), v.string()),
    ssl_options: v.looseObject({
      enable: v.boolean(),
      verify: v.string(),
      cacertfile: v.optional(v.string()),
      certfile: v.optional(v.string()),
      keyfile: v.optional(v.string()),
    }),
  }),
})
export type TelemetryConfig = v.InferOutput<typeof telemetryConfigSchema>
export type TelemetryExporter = TelemetryConfig['exporter']
