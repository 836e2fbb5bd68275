import { listeners as endpoints, type ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import { listenerImpact } from '#domain/configuration-impact/listener-impact.ts'
import { askBeforeSave } from '#domain/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { changedListenerSections } from '#domain/listener-form/listener-sections.ts'
import { warnIf } from '#kit/form/shell/form-plan.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { listeners as m } from '../messages/listeners.ts'
import {
  accessRuleFaults,
  listenerCautions,
  listenerDocument,
  listenerFaults,
  updateRequest,
} from './listener-request.ts'
import { listeners, readConnections } from './listeners.tsx'
import { SyncNotice } from './sync-notice.tsx'

/** One listener: how it is doing on each node, what can be done with it, and all its settings. */
export function ListenerPage() {
  const { id } = usePageParams('listener')
  return (
    <ManagedItemPage
      resource={listeners}
      id={id}
      content={{ settings: (listener) => <ListenerSettings key={id} listener={listener} /> }}
    />
  )
}

function ListenerSettings({ listener: { id, type, status } }: { readonly listener: ListenerSummary }) {
  return (
    <>
      <SyncNotice />
      <EndpointForm
        sections={changedListenerSections}
        reads={endpoints.get}
        given={{ params: { id } }}
        pickDocument={listenerDocument}
        writes={endpoints.update}
        toRequest={updateRequest}
        impact={(document, before) => {
          const { cuts, text } = listenerImpact(type, status.current_connections, document, before)
          return warnIf(cuts, text)
        }}
        beforeWrite={askBeforeSave(async (document, before) => {
          const connections = (await readConnections({ id })) ?? status.current_connections
          const { text, cuts } = listenerImpact(type, connections, document, before)
          return { interrupts: cuts ? 'connections' : 'nothing', text }
        })}
        findFaults={listenerFaults}
        check={accessRuleFaults}
        cautions={listenerCautions}
        appliedMessage={m.updated}
        hasDefaults
      />
    </>
  )
}
