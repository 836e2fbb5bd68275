import {
  opentelemetry,
  telemetrySettings,
  type WhitelistType,
} from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { getProblem, isNotOffered } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { logLevels } from '#features/settings/messages/broker.ts'
import { monitoringIntegration as m } from '#features/settings/messages/monitoring.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { EmptyState } from '#ui/states.tsx'
import classes from './monitoring.module.css'
import { monitoringSearchSchema, telemetryParts } from './monitoring-search.ts'

/** The endpoint has a plain list, while a form edits an object. */
const sections: Record<WhitelistType, readonly Section[]> = {
  clientid: [
    {
      id: 'clients',
      title: m.tracedClients,
      note: m.tracedClientsNote,
      fields: [
        { kind: 'list', path: 'list', label: m.tracedClients, itemLabel: m.clientId, of: 'text', width: 12 },
      ],
    },
  ],
  topic: [
    {
      id: 'topics',
      title: m.tracedTopics,
      note: m.tracedTopicsNote,
      fields: [
        {
          kind: 'list',
          path: 'list',
          label: m.tracedTopics,
          itemLabel: m.topicFilter,
          of: 'topic',
          width: 12,
        },
      ],
    },
  ],
}

const labels = { settings: m.settings, clientid: m.tracedClients, topic: m.tracedTopics } as const

/** Configures the data sent to an OpenTelemetry collector, in editions that support it. */
export function OpenTelemetryPanel() {
  const [{ part }, setSearch] = useUrlSearch('monitoringIntegration', monitoringSearchSchema)
  // Community has no such path, and a request to it would leave an error in the browser's console.
  const hasEdition = editionNumber(currentSession()?.edition ?? '') === 1
  const { error } = useQuery({ ...read(opentelemetry.get, {}), enabled: hasEdition })
  if (!hasEdition || isNotOffered(getProblem(error))) {
    return (
      <Panel label={m.opentelemetry}>
        <EmptyState title={m.notInEdition}>{m.notInEditionText}</EmptyState>
      </Panel>
    )
  }
  return (
    <>
      <div className={classes['parts']}>
        <Segmented
          label={m.part}
          value={part}
          options={telemetryParts.map((value) => ({ value, label: labels[value] }))}
          onChange={(next) => setSearch({ part: next })}
        />
      </div>
      {part === 'settings' ? <TelemetryForm /> : <TracedPanel key={part} type={part} />}
    </>
  )
}

function TelemetryForm() {
  return (
    <EndpointForm
      sections={telemetrySections}
      reads={opentelemetry.get}
      given={{}}
      pickDocument={(settings) => settings}
      writes={opentelemetry.put}
      toRequest={(document) => ({ body: parseBody(opentelemetry.put.body, document) })}
      impact={telemetryImpact}
      hasDefaults
    />
  )
}

/** Edits the list of what end-to-end tracing always follows. The list is replaced as a whole. */
function TracedPanel({ type }: { readonly type: WhitelistType }) {
  const params = { type }
  return (
    <EndpointForm
      sections={sections[type]}
      reads={opentelemetry.whitelist}
      given={{ params }}
      pickDocument={(list) => ({ list })}
      writes={opentelemetry.setWhitelist}
      toRequest={({ list }) => ({ params, body: parseBody(opentelemetry.setWhitelist.body, list) })}
      isConfiguration={false}
    />
  )
}

const exporter = toSections(telemetrySettings, [
  {
    id: 'exporter',
    title: m.exporter,
    fields: [
      {
        path: 'exporter.endpoint',
        label: m.collectorAddress,
        help: m.collectorAddressHelp,
        isCode: true,
        isRequired: true,
        width: 12,
      },
      {
        path: 'exporter.headers',
        label: m.exporterHeaders,
        help: m.exporterHeadersHelp,
        keyLabel: m.header,
        valueLabel: m.headerValue,
        isAdvanced: true,
        width: 12,
      },
    ],
  },
])

const mode = 'traces.filter.trace_mode'
const isLegacy = [{ path: mode, is: ['legacy'] }] as const
const isEndToEnd = [{ path: mode, is: ['e2e'] }] as const
const event = { width: 4, when: isEndToEnd } as const
const limit = { isAdvanced: true, when: isEndToEnd } as const

const exports = toSections(telemetrySettings, [
  {
    id: 'metrics',
    title: m.metrics,
    switch: 'metrics.enable',
    fields: [{ path: 'metrics.interval', label: m.exportInterval, width: 4 }],
  },
  {
    id: 'traces',
    title: m.traces,
    switch: 'traces.enable',
    fields: [
      {
        path: mode,
        label: m.traceMode,
        width: 12,
        options: { legacy: m.traceLegacy, e2e: m.traceEndToEnd },
      },
      {
        path: 'traces.filter.trace_all',
        label: m.traceAll,
        help: m.traceAllHelp,
        width: 12,
        when: isLegacy,
      },
      {
        path: 'traces.filter.e2e_tracing_options.cluster_identifier',
        label: m.clusterIdentifier,
        help: m.clusterIdentifierHelp,
        isRequired: true,
        when: isEndToEnd,
      },
      {
        path: 'traces.filter.e2e_tracing_options.sample_ratio',
        label: m.sampleRatio,
        help: m.sampleRatioHelp,
        when: isEndToEnd,
      },
      {
        path: 'traces.filter.e2e_tracing_options.client_connect_disconnect',
        label: m.traceConnect,
        ...event,
      },
      {
        path: 'traces.filter.e2e_tracing_options.client_subscribe_unsubscribe',
        label: m.traceSubscribe,
        ...event,
      },
      {
        path: 'traces.filter.e2e_tracing_options.client_messaging',
        label: m.traceMessaging,
        ...event,
      },
      {
        path: 'traces.filter.e2e_tracing_options.msg_trace_level',
        label: m.traceLevel,
        when: isEndToEnd,
        options: { 0: m.traceLevel0, 1: m.traceLevel1, 2: m.traceLevel2 },
      },
      {
        path: 'traces.filter.e2e_tracing_options.follow_traceparent',
        label: m.followTraceparent,
        help: m.followTraceparentHelp,
        when: isEndToEnd,
      },
      {
        path: 'traces.filter.e2e_tracing_options.clientid_match_rules_max',
        label: m.clientRules,
        ...limit,
      },
      {
        path: 'traces.filter.e2e_tracing_options.topic_match_rules_max',
        label: m.topicRules,
        ...limit,
      },
      { path: 'traces.scheduled_delay', label: m.exportDelay, help: m.exportDelayHelp },
      { path: 'traces.max_queue_size', label: m.queueSize, help: m.queueSizeHelp, unit: m.spans },
    ],
  },
  {
    id: 'logs',
    title: m.logs,
    switch: 'logs.enable',
    fields: [
      { path: 'logs.level', label: m.logLevel, options: logLevels },
      { path: 'logs.scheduled_delay', label: m.exportDelay, help: m.exportDelayHelp },
    ],
  },
])

export const telemetrySections: readonly Section[] = [
  ...exporter,
  tlsClientForm('exporter.ssl_options'),
  ...exports,
]

const switched = v.optional(v.object({ enable: v.optional(v.boolean(), false) }), {})
const knownSchema = v.object({
  exporter: v.optional(v.object({ endpoint: v.optional(v.string(), '') }), {}),
  metrics: switched,
  traces: switched,
  logs: switched,
})

function telemetryImpact(document: ApiDocument): string | undefined {
  const known = v.safeParse(knownSchema, document)
  if (!known.success) return undefined
  const { exporter: to, metrics: figures, traces: spans, logs: lines } = known.output
  if (!figures.enable && !spans.enable && !lines.enable) return undefined
  const sends = m.impactTelemetry(to.endpoint)
  return spans.enable ? `${sends} ${m.impactTraces}` : sends
}
