import type { Subscription } from '@brokerdeck/contract/subscriptions.ts'
import { Link } from '@tanstack/react-router'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { subscriptionColumns } from '#domain/subscription/subscription-columns.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { SelectedTopic } from '../engine/explorer-event.ts'
import type { SourceState } from '../source-loader.ts'
import { m } from './messages.ts'
import { mostAsked, subscriberAsks } from './subscriber-asks.ts'
import classes from './topic-panel.module.css'
import { useSubscribers } from './use-subscribers.ts'

interface SubscribersPanelProps {
  readonly topic: string
  readonly selected: SelectedTopic | undefined
  readonly routes: SourceState
}

const columns: readonly Column<Subscription>[] = [
  {
    id: 'clientid',
    header: m.client,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    value: ({ clientid }) => clientid,
    sortable: true,
    always: true,
    width: 200,
    phone: 'name',
  },
  ...subscriptionColumns.map((column) =>
    column.id === 'topic' ? { ...column, phone: 'pair' as const } : column,
  ),
]

/** Who would receive a message of the topic. */
export function SubscribersPanel({ topic, selected, routes }: SubscribersPanelProps) {
  const isWhole = routes.isOn && !routes.isLoading && !routes.hasMore && routes.problem === undefined
  const { asks, isCut } = subscriberAsks(topic, selected?.filters ?? [], isWhole)
  const result = useSubscribers(asks, selected !== undefined && !routes.isLoading)
  return (
    <div className={classes['stack']}>
      <p className={classes['facts']}>
        {m.subscribersNote} {!routes.isOn && m.routesOff}
        {routes.isOn && !isWhole && m.routesPart}
        {isCut && m.manyFilters(mostAsked)}
      </p>
      <DataTable
        label={m.subscribersLabel}
        columns={columns}
        fit="part"
        rowKey={({ clientid, topic: filter }) => JSON.stringify([clientid, filter])}
        query={tableQuery(result, (rows) => rows)}
        exportName="subscribers"
        empty={<EmptyState title={m.noSubscribers}>{m.noSubscribersText}</EmptyState>}
      />
      {selected?.hasChildren === true && (
        <p className={classes['facts']}>
          <Link to={paths.subscriptions()} search={{ match_topic: `${topic}/#` }}>
            {m.branchSubscribers}
          </Link>
        </p>
      )}
    </div>
  )
}
