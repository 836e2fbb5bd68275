import { opentelemetry } from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import { useQuery } from '@tanstack/react-query'
import { isNotOffered, problemOf } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { m } from './messages.ts'
import classes from './monitoring.module.css'
import { monitoringSearchSchema, telemetryParts } from './monitoring-search.ts'
import { telemetryImpact, telemetrySections } from './telemetry-form.ts'
import { TracedPanel } from './traced-panel.tsx'

const labels = { settings: m.settings, clientid: m.tracedClients, topic: m.tracedTopics } as const

/** What is sent to a collector of OpenTelemetry, in the editions that can. */
export function TelemetryPanel() {
  const [{ part }, setSearch] = useUrlSearch(monitoringSearchSchema)
  // Community has no such path; asking it would only leave an error in the browser's console.
  const hasEdition = editionNumber(currentSession()?.edition ?? '') === 1
  const { error } = useQuery({ ...read(opentelemetry.get, {}), enabled: hasEdition })
  if (!hasEdition || isNotOffered(problemOf(error))) {
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
      documentOf={(settings) => settings}
      writes={opentelemetry.put}
      toRequest={(document) => ({ body: bodyFrom(opentelemetry.put.body, document) })}
      impact={telemetryImpact}
      hasDefaults
    />
  )
}
