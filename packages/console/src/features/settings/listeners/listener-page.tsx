import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { problemOf } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { listeners as m } from '../messages/listeners.ts'
import { changedListenerSections } from './form/listener-sections.ts'
import { ListenerNodes } from './listener-nodes.tsx'
import {
  accessRuleFaults,
  listenerCautions,
  listenerDocument,
  listenerFaults,
  updateRequest,
} from './listener-request.ts'
import { listenerState } from './listener-state.ts'
import { ListenerUse } from './listener-use.tsx'
import { SyncNotice } from './sync-notice.tsx'
import { useListenerActions } from './use-listener-actions.tsx'

const addressOf = ({ bind }: ApiDocument): string => String(bind).replace(/^:/, '')

/** One listener: how it is doing on each node, what can be done with it, and all its settings. */
export function ListenerPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data: list } = useQuery(read(listeners.list, {}, { pollSeconds: 10 }))
  const { error } = useQuery(read(listeners.get, { params: { id } }))
  const navigate = useNavigate()
  const actionsOf = useListenerActions(() => void navigate({ to: paths.listeners() }))
  const problem = problemOf(error)
  const isAbsent = problem?.kind === 'rejected' && problem.code === 'BAD_LISTENER_ID'
  const listener = list?.find((one) => one.id === id)
  const state = listener && listenerState(listener)
  return (
    <Page
      title={id}
      heading={<Verbatim text={id} />}
      mono
      breadcrumbs={[{ to: paths.listeners(), label: m.title }]}
      badges={
        <>
          <CopyButton text={id} name={m.name} />
          {state && (
            <Status kind={state.kind} pill>
              {state.word}
            </Status>
          )}
          {listener && <ListenerNodes listener={listener} />}
        </>
      }
      summary={listener && <ListenerUse status={listener.status} />}
      actions={
        listener &&
        actionsOf(listener)
          .slice(1)
          .map(({ label, danger = false, disabledReason, onSelect }) => (
            <Button
              key={label}
              size="small"
              variant={danger ? 'danger' : 'default'}
              disabledReason={disabledReason}
              onClick={onSelect}
            >
              {label.replace('…', '')}
            </Button>
          ))
      }
    >
      <SyncNotice />
      {isAbsent ? (
        <EmptyState title={m.absentTitle}>{m.absentText}</EmptyState>
      ) : (
        <EndpointForm
          key={id}
          sections={changedListenerSections}
          reads={listeners.get}
          given={{ params: { id } }}
          documentOf={listenerDocument}
          writes={listeners.update}
          toRequest={updateRequest}
          impact={listenerImpact(listener?.status.current_connections ?? 0)}
          faultsOf={listenerFaults}
          check={accessRuleFaults}
          cautions={listenerCautions}
          appliedMessage={m.updated}
          hasDefaults
        />
      )}
    </Page>
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
