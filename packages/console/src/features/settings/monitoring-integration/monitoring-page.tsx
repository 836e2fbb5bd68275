import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { useState } from 'react'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { monitoringIntegration as m } from '../messages/monitoring.ts'
import { FiguresPanel } from './figures-panel.tsx'
import { monitoringSearchSchema, monitoringTabs } from './monitoring-search.ts'
import { checkPrometheus, prometheusImpact, prometheusSections } from './prometheus-form.ts'
import { SetupPanel } from './setup-panel.tsx'
import { TelemetryPanel } from './telemetry-panel.tsx'

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
  opentelemetry: TelemetryPanel,
}

/** How the figures of the broker reach other systems. */
export function MonitoringPage() {
  const [{ tab }, setSearch] = useUrlSearch(monitoringSearchSchema)
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

/** Who may scrape, and what is pushed. */
function PrometheusPanel() {
  const [sections] = useState(() => prometheusSections(consoleConfig().mode))
  return (
    <EndpointForm
      sections={sections}
      reads={prometheus.get}
      given={{}}
      documentOf={(settings) => settings}
      writes={prometheus.put}
      toRequest={(document) => ({ body: bodyFrom(prometheus.put.body, document) })}
      check={checkPrometheus}
      impact={prometheusImpact}
      hasDefaults
    />
  )
}
