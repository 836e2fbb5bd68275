import { lazy, Suspense, useState } from 'react'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import type { ConnectionFacts } from '#features/diagnose/test-client/connection/connection-facts.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { MessageList } from './message-list.tsx'
import classes from './messages-panel.module.css'

const OpenedMessageDrawer = lazy(async () => ({
  default: (await import('./opened-message-drawer.tsx')).OpenedMessageDrawer,
}))

/** The chart is loaded lazily, because only users who open a chart need its code. */
const MessageChartPanel = lazy(async () => ({
  default: (await import('./message-chart-panel.tsx')).MessageChartPanel,
}))

interface MessagesPanelProps {
  readonly connection: TestConnection
  readonly facts: ConnectionFacts
}

/**
 * Shows the received or the published messages: the worker searches and lists them, and this panel renders the rows.
 */
export function MessagesPanel({ connection, facts }: MessagesPanelProps) {
  const { view, listed } = facts
  const [opened, setOpened] = useState<number>()
  const isCurrent =
    listed?.direction === view.direction && listed.search === view.search && listed.topic === view.topic
  const isEmpty = facts[view.direction].kept === 0
  const isFiltered = view.search !== '' || view.topic !== ''
  return (
    <Panel label={m.messages}>
      <ListToolbar connection={connection} facts={facts} />
      {view.chart !== undefined && (
        <section className={classes['chart']} aria-label={m.chart}>
          <Suspense fallback={<Skeleton height={240} />}>
            <MessageChartPanel connection={connection} facts={facts} />
          </Suspense>
        </section>
      )}
      {isEmpty || (isFiltered && isCurrent && listed.count === 0 && !listed.isSearching) ? (
        <div className={classes['nothing']}>
          <Nothing direction={view.direction} isFiltered={isFiltered && !isEmpty} />
        </div>
      ) : (
        <MessageList
          connection={connection}
          facts={facts}
          listed={isCurrent ? listed : undefined}
          onOpen={setOpened}
        />
      )}
      <ListFooter connection={connection} facts={facts} listed={isCurrent ? listed : undefined} />
      {opened !== undefined && (
        <Suspense>
          <OpenedMessageDrawer
            connection={connection}
            direction={view.direction}
            seq={opened}
            onDraw={(topic, path) => {
              setOpened(undefined)
              connection.show({ ...view, chart: { topic, path: [...path] } })
            }}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  )
}

function Nothing({ direction, isFiltered }: { readonly direction: string; readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={m.noneMatch} />
  return direction === 'received' ? (
    <EmptyState title={m.noReceived}>{m.noReceivedText}</EmptyState>
  ) : (
    <EmptyState title={m.noPublished}>{m.noPublishedText}</EmptyState>
  )
}
