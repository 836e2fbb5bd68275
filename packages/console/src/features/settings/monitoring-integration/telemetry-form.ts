import { logLevels } from '@brokerdeck/contract/settings/log-config.ts'
import * as v from 'valibot'
import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import type { Condition, Field, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { monitoringIntegration as m } from '../messages/monitoring.ts'

const exporter: Section = {
  id: 'exporter',
  title: m.exporter,
  fields: [
    {
      kind: 'text',
      path: 'exporter.endpoint',
      label: m.collectorAddress,
      help: m.collectorAddressHelp,
      isCode: true,
      isRequired: true,
      default: 'http://localhost:4317',
      width: 12,
    },
    {
      kind: 'map',
      path: 'exporter.headers',
      label: m.exporterHeaders,
      help: m.exporterHeadersHelp,
      keyLabel: m.header,
      valueLabel: m.headerValue,
      default: {},
      isAdvanced: true,
      width: 12,
    },
  ],
}

const metrics: Section = {
  id: 'metrics',
  title: m.metrics,
  switch: 'metrics.enable',
  fields: [{ kind: 'duration', path: 'metrics.interval', label: m.exportInterval, default: '10s', width: 4 }],
}

const filter = 'traces.filter'
const options = `${filter}.e2e_tracing_options`
const isLegacy: readonly Condition[] = [{ path: `${filter}.trace_mode`, is: ['legacy'] }]
const isEndToEnd: readonly Condition[] = [{ path: `${filter}.trace_mode`, is: ['e2e'] }]

const event = (name: string, label: string): Field => ({
  kind: 'toggle',
  path: `${options}.${name}`,
  label,
  default: false,
  width: 4,
  when: isEndToEnd,
})

const limit = (name: string, label: string): Field => ({
  kind: 'number',
  path: `${options}.${name}`,
  label,
  min: 1,
  default: 30,
  isAdvanced: true,
  when: isEndToEnd,
})

const traces: Section = {
  id: 'traces',
  title: m.traces,
  switch: 'traces.enable',
  fields: [
    {
      kind: 'select',
      path: `${filter}.trace_mode`,
      label: m.traceMode,
      default: 'legacy',
      width: 12,
      options: [
        { value: 'legacy', label: m.traceLegacy },
        { value: 'e2e', label: m.traceEndToEnd },
      ],
    },
    {
      kind: 'toggle',
      path: `${filter}.trace_all`,
      label: m.traceAll,
      help: m.traceAllHelp,
      default: false,
      width: 12,
      when: isLegacy,
    },
    {
      kind: 'text',
      path: `${options}.cluster_identifier`,
      label: m.clusterIdentifier,
      help: m.clusterIdentifierHelp,
      isRequired: true,
      default: 'emqxcl',
      when: isEndToEnd,
    },
    {
      kind: 'percent',
      path: `${options}.sample_ratio`,
      label: m.sampleRatio,
      help: m.sampleRatioHelp,
      default: '10%',
      when: isEndToEnd,
    },
    event('client_connect_disconnect', m.traceConnect),
    event('client_subscribe_unsubscribe', m.traceSubscribe),
    event('client_messaging', m.traceMessaging),
    {
      kind: 'select',
      path: `${options}.msg_trace_level`,
      label: m.traceLevel,
      default: 0,
      when: isEndToEnd,
      options: [
        { value: 0, label: m.traceLevel0 },
        { value: 1, label: m.traceLevel1 },
        { value: 2, label: m.traceLevel2 },
      ],
    },
    {
      kind: 'toggle',
      path: `${options}.follow_traceparent`,
      label: m.followTraceparent,
      help: m.followTraceparentHelp,
      default: true,
      when: isEndToEnd,
    },
    limit('clientid_match_rules_max', m.clientRules),
    limit('topic_match_rules_max', m.topicRules),
    {
      kind: 'duration',
      path: 'traces.scheduled_delay',
      label: m.exportDelay,
      help: m.exportDelayHelp,
      default: '5s',
    },
    {
      kind: 'number',
      path: 'traces.max_queue_size',
      label: m.queueSize,
      help: m.queueSizeHelp,
      unit: m.spans,
      min: 1,
      default: 2048,
    },
  ],
}

const logs: Section = {
  id: 'logs',
  title: m.logs,
  switch: 'logs.enable',
  fields: [
    {
      kind: 'select',
      path: 'logs.level',
      label: m.logLevel,
      default: 'warning',
      options: logLevels.map((value) => ({ value, label: value === 'all' ? m.logAll : value })),
    },
    {
      kind: 'duration',
      path: 'logs.scheduled_delay',
      label: m.exportDelay,
      help: m.exportDelayHelp,
      default: '1s',
    },
  ],
}

const tls = tlsClientForm('exporter.ssl_options')

export const telemetrySections: readonly Section[] = [exporter, tls, metrics, traces, logs]

const switched = v.optional(v.object({ enable: v.optional(v.boolean(), false) }), {})
const knownSchema = v.object({
  exporter: v.optional(v.object({ endpoint: v.optional(v.string(), '') }), {}),
  metrics: switched,
  traces: switched,
  logs: switched,
})

export function telemetryImpact(document: ApiDocument): string | undefined {
  const known = v.safeParse(knownSchema, document)
  if (!known.success) return undefined
  const { exporter: to, metrics: figures, traces: spans, logs: lines } = known.output
  if (!figures.enable && !spans.enable && !lines.enable) return undefined
  const sends = m.impactTelemetry(to.endpoint)
  return spans.enable ? `${sends} ${m.impactTraces}` : sends
}
