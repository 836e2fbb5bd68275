import { listeners as endpoints, type ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import { useParams } from '@tanstack/react-router'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { changedListenerSections } from '#domain/listener-form/listener-sections.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { listeners as m } from '../messages/listeners.ts'
import {
  accessRuleFaults,
  listenerCautions,
  listenerDocument,
  listenerFaults,
  updateRequest,
} from './listener-request.ts'
import { listeners } from './listeners.tsx'
import { SyncNotice } from './sync-notice.tsx'

const addressOf = ({ bind }: ApiDocument): string => String(bind).replace(/^:/, '')

/** One listener: how it is doing on each node, what can be done with it, and all its settings. */
export function ListenerPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return (
    <ManagedItemPage
      resource={listeners}
      id={id}
      content={{ settings: (listener) => <ListenerSettings key={id} listener={listener} /> }}
    />
  )
}

function ListenerSettings({ listener: { id, status } }: { readonly listener: ListenerSummary }) {
  return (
    <>
      <SyncNotice />
      <EndpointForm
        sections={changedListenerSections}
        reads={endpoints.get}
        given={{ params: { id } }}
        documentOf={listenerDocument}
        writes={endpoints.update}
        toRequest={updateRequest}
        impact={listenerImpact(status.current_connections)}
        faultsOf={listenerFaults}
        check={accessRuleFaults}
        cautions={listenerCautions}
        appliedMessage={m.updated}
        hasDefaults
      />
    </>
  )
}

/** Seen on 5.8.9: clients stay as long as the listener goes on at the same address, those of WebSocket wherever. */
function listenerImpact(connections: number) {
  return (document: ApiDocument, before: ApiDocument): string => {
    if (document['enable'] === false) return m.impactDisabled(connections)
    if (addressOf(document) === addressOf(before)) return m.impactStays(connections)
    const isWebSocket = ['ws', 'wss'].includes(String(document['type']))
    return isWebSocket ? m.impactMovesAlong(connections) : m.impactMoves(connections)
  }
}
