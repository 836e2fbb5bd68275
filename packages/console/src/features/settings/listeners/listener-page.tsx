import { listeners as endpoints, type ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import { findListenerImpact } from '#domain/configuration-impact/listener-impact.ts'
import { listListenerEditSections } from '#domain/listener-form/listener-sections.ts'
import { listeners as m } from '#features/settings/messages/listeners.ts'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import {
  accessRuleFaults,
  findListenerFaults,
  listenerCautions,
  toListenerDocument,
  toListenerUpdateRequest,
} from './listener-request.ts'
import { listenerResource, readConnections } from './listeners.tsx'
import { SyncNotice } from './sync-notice.tsx'

/** Shows one listener: its state on each node, its actions, and all of its settings. */
export function ListenerPage() {
  const { id } = usePageParams('listener')
  return (
    <ManagedItemPage
      resource={listenerResource}
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
        sections={listListenerEditSections}
        reads={endpoints.get}
        given={{ params: { id } }}
        pickDocument={toListenerDocument}
        writes={endpoints.update}
        toRequest={toListenerUpdateRequest}
        impact={(document, before) => {
          const { cuts, text } = findListenerImpact(type, status.current_connections, document, before)
          return warnIf(cuts, text)
        }}
        beforeWrite={askBeforeSave(async (document, before) => {
          const connections = (await readConnections({ id })) ?? status.current_connections
          const { text, cuts } = findListenerImpact(type, connections, document, before)
          return { interrupts: cuts ? 'connections' : 'nothing', text }
        })}
        findFaults={findListenerFaults}
        check={accessRuleFaults}
        cautions={listenerCautions}
        appliedMessage={m.updated}
        hasDefaults
      />
    </>
  )
}
