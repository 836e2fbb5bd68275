import { prometheus, prometheusSettings } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { monitoringIntegration as m } from '#features/settings/messages/monitoring.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { type ApiDocument, type FormImpact, warnIf } from '#kit/form/shell/form-spec.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { type ConsoleConfig, consoleConfig } from '#lib/console-config.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { FiguresPanel } from './figures-panel.tsx'
import { monitoringSearchSchema, monitoringTabs } from './monitoring-search.ts'
import { OpenTelemetryPanel } from './open-telemetry-panel.tsx'
import { SetupPanel } from './setup-panel.tsx'

const collector = { width: 4, options: { disabled: m.disabled, enabled: m.enabled } } as const

export const prometheusSections = (mode: ConsoleConfig['mode']): readonly Section[] =>
  toSections(prometheusSettings, [
    {
      id: 'pull',
      title: m.pull,
      fields: [
        {
          path: 'enable_basic_auth',
          label: m.basicAuth,
          note: m.basicAuthNote,
          help: m.basicAuthHelp,
          width: 12,
        },
      ],
    },
    {
      id: 'push',
      title: m.push,
      note: m.pushNote,
      switch: 'push_gateway.enable',
      fields: [
        { path: 'push_gateway.url', label: m.pushUrl, width: 8 },
        { path: 'push_gateway.interval', label: m.pushInterval, width: 4 },
        { path: 'push_gateway.job_name', label: m.pushJob, help: m.pushJobHelp, isCode: true, width: 8 },
        {
          path: 'push_gateway.method',
          label: m.pushMethod,
          width: 4,
          isAdvanced: true,
          options: { put: m.pushPut, post: m.pushPost },
        },
        {
          path: 'push_gateway.headers',
          label: m.pushHeaders,
          help: m.pushHeadersHelp,
          keyLabel: m.header,
          valueLabel: m.headerValue,
          width: 12,
        },
      ],
    },
    {
      id: 'collectors',
      title: m.collectors,
      note: joinSentences(m.collectorsNote, mode === 'embedded' && m.collectorsEmbedded),
      fields: [
        { path: 'collectors.mnesia', label: m.mnesia, ...collector },
        { path: 'collectors.vm_dist', label: m.vmDist, ...collector },
        { path: 'collectors.vm_memory', label: m.vmMemory, ...collector },
        { path: 'collectors.vm_msacc', label: m.vmMsacc, ...collector },
        { path: 'collectors.vm_statistics', label: m.vmStatistics, ...collector },
        { path: 'collectors.vm_system_info', label: m.vmSystemInfo, ...collector },
      ],
    },
  ])

/** The settings that the texts below need; other settings may be missing or of any type. */
const knownSchema = v.object({
  enable_basic_auth: v.optional(v.boolean(), false),
  push_gateway: v.optional(
    v.object({
      enable: v.optional(v.boolean(), false),
      url: v.optional(v.string(), 'http://127.0.0.1:9091'),
      interval: v.optional(v.union([v.string(), v.number()]), '15s'),
    }),
    {},
  ),
})

function checkPrometheus(document: ApiDocument): readonly FormFault[] {
  const known = v.safeParse(knownSchema, document)
  const isMissing = known.success && known.output.push_gateway.enable && known.output.push_gateway.url === ''
  return isMissing ? [{ path: 'push_gateway.url', message: m.pushUrlMissing }] : []
}

function prometheusImpact(document: ApiDocument, before: ApiDocument): FormImpact {
  const [now, then] = [v.safeParse(knownSchema, document), v.safeParse(knownSchema, before)]
  if (!now.success || !then.success) return undefined
  const { enable, url, interval } = now.output.push_gateway
  const sentences: string[] = []
  const isGuardChanged = now.output.enable_basic_auth !== then.output.enable_basic_auth
  if (isGuardChanged) sentences.push(now.output.enable_basic_auth ? m.impactProtected : m.impactOpen)
  if (enable) sentences.push(m.impactPush(url, String(interval)))
  else if (then.output.push_gateway.enable) sentences.push(m.impactNoPush)
  return warnIf(isGuardChanged, joinSentences(...sentences))
}

type Tab = (typeof monitoringTabs)[number]

const labels: Record<Tab, string> = {
  prometheus: m.prometheus,
  figures: m.figures,
  setup: m.setup,
  opentelemetry: m.opentelemetry,
}

const panels: Record<Tab, () => React.JSX.Element> = {
  prometheus: PrometheusPanel,
  figures: FiguresPanel,
  setup: SetupPanel,
  opentelemetry: OpenTelemetryPanel,
}

/** Configures how other systems get the metrics of the broker. */
export function MonitoringPage() {
  const [{ tab }, setSearch] = useUrlSearch('monitoringIntegration', monitoringSearchSchema)
  const Panel = panels[tab]
  return (
    <Page title={m.title} summary={m.summary}>
      <Tabs
        label={m.tabs}
        tabs={monitoringTabs.map((id) => ({ id, label: labels[id] }))}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
      >
        <Panel />
      </Tabs>
    </Page>
  )
}

/** Configures the authentication of scrapes and the push gateway. */
function PrometheusPanel() {
  const [sections] = useState(() => prometheusSections(consoleConfig().mode))
  return (
    <EndpointForm
      sections={sections}
      reads={prometheus.get}
      given={{}}
      pickDocument={(settings) => settings}
      writes={prometheus.put}
      toRequest={(document) => ({ body: parseBody(prometheus.put.body, document) })}
      check={checkPrometheus}
      impact={prometheusImpact}
      hasDefaults
    />
  )
}
