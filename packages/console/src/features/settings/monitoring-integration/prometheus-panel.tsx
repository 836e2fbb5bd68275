import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { useState } from 'react'
import { consoleConfig } from '#api/console-config.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { checkPrometheus, prometheusImpact, prometheusSections } from './prometheus-form.ts'

/** Who may scrape, and what is pushed. */
export function PrometheusPanel() {
  const [sections] = useState(() => prometheusSections(consoleConfig().mode))
  return (
    <EndpointForm
      sections={sections}
      reads={prometheus.get}
      given={{}}
      documentOf={(settings) => settings}
      writes={prometheus.put}
      toRequest={(document) => ({ body: bodyFrom(prometheus.put.body, document) })}
      refreshes={[prometheus.stats, prometheus.auth, prometheus.dataIntegration]}
      check={checkPrometheus}
      impact={prometheusImpact}
      hasDefaults
    />
  )
}
