import { opentelemetry, type WhitelistType } from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import { useQuery } from '@tanstack/react-query'
import { isNotOffered, problemOf } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { Section } from '#kit/form/field.ts'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { monitoringIntegration as m } from '../messages/monitoring.ts'
import classes from './monitoring.module.css'
import { monitoringSearchSchema, telemetryParts } from './monitoring-search.ts'
import { telemetryImpact, telemetrySections } from './telemetry-form.ts'

/** The endpoint has a bare list; a form edits an object. */
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

/** What end-to-end tracing always follows. The list is replaced as a whole. */
function TracedPanel({ type }: { readonly type: WhitelistType }) {
  const params = { type }
  return (
    <EndpointForm
      sections={sections[type]}
      reads={opentelemetry.whitelist}
      given={{ params }}
      documentOf={(list) => ({ list })}
      writes={opentelemetry.setWhitelist}
      toRequest={({ list }) => ({ params, body: bodyFrom(opentelemetry.setWhitelist.body, list) })}
      isConfiguration={false}
    />
  )
}
