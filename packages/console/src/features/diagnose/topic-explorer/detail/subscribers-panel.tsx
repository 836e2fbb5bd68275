import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { mostAsked, subscriberAsks } from '#domain/subscription/subscriber-asks.ts'
import { subscriptionColumns } from '#domain/subscription/subscription-columns.tsx'
import { mostSubscribers, useSubscribers } from '#domain/subscription/use-subscribers.ts'
import { detail as m } from '#features/diagnose/messages/topic-explorer.ts'
import type { SelectedTopic } from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import type { SourceState } from '#features/diagnose/topic-explorer/source-loader.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Link } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { linkTo } from '#routes/routes.ts'
import { EmptyState } from '#ui/states.tsx'
import classes from './topic-panel.module.css'

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

function listFilters(topic: string, selected: SelectedTopic | undefined, isWhole: boolean) {
  const found = (selected?.filters ?? []).flatMap(({ filter, routes }) =>
    routes.map(({ group }) => ({ filter, group })),
  )
  // If routes are not fully loaded, the topic itself is requested as well.
  return isWhole ? found : [{ filter: topic, group: undefined }, ...found]
}

/** Lists the clients that would receive a message of the topic. */
export function SubscribersPanel({ topic, selected, routes }: SubscribersPanelProps) {
  const isWhole = routes.isOn && !routes.isLoading && !routes.hasMore && routes.problem === undefined
  const { asks, isCut } = subscriberAsks(listFilters(topic, selected, isWhole))
  const result = useSubscribers(asks, selected !== undefined && !routes.isLoading)
  return (
    <div className={classes['stack']}>
      <p className={classes['facts']}>
        {m.subscribersNote} {!routes.isOn && m.routesOff}
        {routes.isOn && !isWhole && m.routesPart}
        {isCut && m.manyFilters(mostAsked)}
        {result.data?.hasMore === true && m.manySubscribers(formatNumber(mostSubscribers))}
      </p>
      <DataTable
        label={m.subscribersLabel}
        columns={columns}
        rowKey={({ clientid, topic: filter }) => JSON.stringify([clientid, filter])}
        query={tableQuery(result, ({ rows }) => rows)}
        exportName="subscribers"
        empty={<EmptyState title={m.noSubscribers}>{m.noSubscribersText}</EmptyState>}
      />
      {selected?.hasChildren === true && (
        <p className={classes['facts']}>
          <Link to={linkTo('subscriptions', { match_topic: `${topic}/#` })}>{m.branchSubscribers}</Link>
        </p>
      )}
    </div>
  )
}
