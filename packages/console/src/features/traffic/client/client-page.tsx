import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { describeError, getProblem } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { BanNotice } from '#domain/client/ban-notice.tsx'
import { ConnectionStatus, QueueWarning } from '#domain/client/client-status.tsx'
import { TimelinePanel } from '#domain/trace/watch/timeline-panel.tsx'
import { client as m } from '#features/traffic/messages/client.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { addLabel } from '#i18n/sentences.ts'
import { Link, usePageParams, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { useNow } from '#ui/relative-time.tsx'
import { EmptyState, ErrorState, type ProblemView, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { AuthorizationCachePanel } from './authorization-cache-panel.tsx'
import { ClientActions } from './client-actions.tsx'
import classes from './client-page.module.css'
import { ClientProperties } from './client-properties.tsx'
import { clientSearchSchema } from './client-search.tsx'
import { CountersPanel } from './counters-panel.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'
import { addPoll, type TwoPolls } from './two-polls.ts'

const pollSeconds = 5

const MessagesDrawer = lazy(async () => ({
  default: (await import('./messages-drawer.tsx')).MessagesDrawer,
}))

/** Shows one client: its properties, its subscriptions, its queued messages, and the actions of an operator. */
export function ClientPage() {
  const { clientId } = usePageParams('client')
  if (canAddress(clientId)) return <AddressableClient key={clientId} clientid={clientId} />
  return (
    <ClientFrame clientid={clientId}>
      <ClientFailure title={m.unaddressable} detail={m.unaddressableText} />
    </ClientFrame>
  )
}

interface ClientFrameProps {
  readonly clientid: string
  readonly client?: Client | undefined
  readonly onChange?: () => void
  readonly children: ReactNode
}

function ClientFrame({ clientid, client, onChange, children }: ClientFrameProps) {
  return (
    <Page
      title={clientid}
      heading={<Verbatim text={clientid} />}
      mono
      breadcrumbs={[{ to: linkTo('clients'), label: m.clients }]}
      badges={
        <>
          <CopyButton text={clientid} name={m.clientId} />
          {client && <ConnectionStatus client={client} pill />}
          {client && <QueueWarning client={client} pill />}
        </>
      }
      summary={client && <ClientSince client={client} />}
      actions={client && <ClientActions client={client} onChange={() => onChange?.()} />}
    >
      {children}
    </Page>
  )
}

function AddressableClient({ clientid }: { readonly clientid: string }) {
  const query = useQuery(read(clients.get, { params: { clientid } }, { pollSeconds }))
  const { data, error } = query
  const problem = getProblem(error)
  const isAbsent = problem?.kind === 'rejected' && problem.code === 'CLIENTID_NOT_FOUND'
  const client = isAbsent ? undefined : data
  return (
    <ClientFrame clientid={clientid} client={client} onChange={() => void query.refetch()}>
      {/* Above what is known, and in one place: it goes on while the client comes and goes. */}
      <div className={classes['timeline']}>
        <BanNotice clientid={clientid} client={client} />
        <TimelinePanel
          clientid={clientid}
          isPresent={client !== undefined}
          onActivity={() => void query.refetch()}
        />
      </div>
      {isAbsent ? (
        <ClientAbsence clientid={clientid} />
      ) : client ? (
        <ClientDetail client={client} answeredAt={query.dataUpdatedAt} error={error} />
      ) : error ? (
        <ClientFailure
          title={m.retrievalFailed}
          {...toReason(error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div className={classes['columns']} aria-busy="true">
          <Skeleton height={640} />
          <Skeleton height={640} />
        </div>
      )}
    </ClientFrame>
  )
}

function toReason(error: unknown) {
  const { title, detail, raw } = describeError(error)
  return { detail: detail === undefined ? title : addLabel(title, detail), raw }
}

interface ClientDetailProps {
  readonly client: Client
  readonly answeredAt: number
  /** Set if the last refresh failed; the displayed client is then outdated. */
  readonly error: unknown
}

function ClientDetail({ client, answeredAt, error }: ClientDetailProps) {
  const [{ messages, counters }, setSearch] = useUrlSearch('client', clientSearchSchema)
  const polls = useTwoPolls(client, answeredAt)
  return (
    <div className={classes['columns']}>
      <ClientProperties
        client={client}
        answeredAt={answeredAt}
        pollSeconds={pollSeconds}
        problem={error === null ? undefined : describeError(error).title}
      />
      <div className={classes['stack']}>
        <QueuePanel polls={polls} onLook={() => setSearch({ messages: 'queue' })} />
        <SubscriptionsPanel client={client} pollSeconds={pollSeconds} />
        <CountersPanel
          polls={polls}
          view={counters}
          onView={(view) => setSearch({ counters: view === 'total' ? undefined : view })}
        />
        <AuthorizationCachePanel clientid={client.clientid} />
      </div>
      {messages !== undefined && (
        <Suspense fallback={null}>
          <MessagesDrawer
            client={client}
            list={messages}
            onList={(list) => setSearch({ messages: list })}
            onClose={() => setSearch({ messages: undefined })}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the last two responses about a client, for figures that need a comparison. */
function useTwoPolls(client: Client, answeredAt: number): TwoPolls {
  const [polls, setPolls] = useState<TwoPolls>({ later: { client, at: answeredAt } })
  if (polls.later.at === answeredAt) return polls
  const next = addPoll(polls, { client, at: answeredAt })
  setPolls(next)
  return next
}

/** Shows how long the client has been in its current state, and the node of its session. */
function ClientSince({ client }: { readonly client: Client }) {
  const now = useNow()
  const since = new Date(client.connected ? client.connected_at : (client.disconnected_at ?? '')).getTime()
  return (
    <>
      {m.durationOf(formatDuration(Math.max(0, now - since), 1))}
      {m.onNode}
      <Link to={linkTo('node', { node: client.node })}>
        <Verbatim text={client.node} />
      </Link>
    </>
  )
}

/** Tells that no client has this client ID, or no longer has it. */
function ClientAbsence({ clientid }: { readonly clientid: string }) {
  return (
    <Panel label={m.notExist} padded>
      <EmptyState
        title={m.notExist}
        action={
          <>
            <Link to={linkTo('why', { clientid, as: 'typed', wish: 'connect' })}>{m.whyNotConnect}</Link>
            <Link to={linkTo('clients')}>{m.toClients}</Link>
          </>
        }
      >
        {m.notExistText}
      </EmptyState>
    </Panel>
  )
}

interface ClientFailureProps extends ProblemView {
  readonly onRetry?: () => void
  readonly isRetrying?: boolean
}

function ClientFailure(props: ClientFailureProps) {
  return (
    <Panel label={props.title} padded>
      <ErrorState {...props} />
    </Panel>
  )
}
