import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { publishAction } from '#domain/publish/publish-action.ts'
import { mostAsked } from '#domain/subscription/subscriber-asks.ts'
import { subscriptionColumns } from '#domain/subscription/subscription-columns.tsx'
import type { CoveringFilters } from '#domain/subscription/use-covering-filters.ts'
import { mostSubscribers } from '#domain/subscription/use-subscribers.ts'
import { useWhyAction } from '#domain/subscription/use-why-action.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { useRefreshChoice } from '#kit/table/table-toolbar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { subscriptions as m } from '../messages/lists.ts'
import { subscriptionFilters } from './subscription-filters.ts'
import { useSubscriptionList } from './use-subscription-list.ts'

const mostNamed = 8

const nameOf = (group: string, filter: string) =>
  group === '$queue' ? `$queue/${filter}` : `$share/${group}/${filter}`

const subscriptionListColumns: readonly Column<Subscription>[] = [
  ...subscriptionColumns,
  {
    id: 'clientid',
    header: m.client,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    value: ({ clientid }) => clientid,
    mono: true,
    sortable: true,
    width: 220,
    phone: 'status',
  },
  verbatimColumn('node', m.node, ({ node }) => node, { sortable: true, width: 180, phone: 'pair' }),
  {
    id: 'durable',
    header: m.durable,
    cell: ({ durable }) => (durable === undefined ? '—' : durable ? m.yes : m.no),
    value: ({ durable }) => durable,
    isExtra: true,
    width: 80,
  },
]

export function SubscriptionsPage() {
  const whyAction = useWhyAction()
  const nodeList = useQuery(read(nodes.list, {}))
  const filters = subscriptionFilters(nodeList.data ?? [])
  const search = useListSearch(filters)
  const { filters: values, setFilters } = search
  const isFuzzy = values['match_topic'] !== undefined || values['receives'] !== undefined
  const refresh = useRefreshChoice('subscriptionTableRefresh', 0, isFuzzy ? m.whyNoRefresh : undefined)
  const { query, paging, covering, hasMore } = useSubscriptionList(search, refresh.pollSeconds)
  const isFiltered = Object.keys(values).length > 0
  return (
    <Page title={m.title} summary={m.summary}>
      {covering && <CoveringNote covering={covering} hasMore={hasMore} />}
      <DataTable
        label={m.label}
        columns={subscriptionListColumns}
        columnsKey="subscriptionTableColumns"
        rowKey={({ clientid, topic }) => JSON.stringify([clientid, topic])}
        rowLabel={({ clientid, topic }) => `${topic} ${clientid}`}
        rowActions={(subscription) => [publishAction(subscription.topic), whyAction(subscription)]}
        query={query}
        refresh={refresh}
        {...(paging === undefined ? {} : { paging })}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        exportName="subscriptions"
        empty={
          isFiltered ? (
            <EmptyState title={m.noneMatch}>
              {values['receives'] === undefined ? m.noneMatchText : m.noneReceives}
            </EmptyState>
          ) : (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          )
        }
      />
    </Page>
  )
}

interface CoveringNoteProps {
  readonly covering: CoveringFilters
  readonly hasMore: boolean
}

/** Which filters bring a topic to the subscriptions below, and what of it is not known. */
function CoveringNote({ covering, hasMore }: CoveringNoteProps) {
  const { asks, isCut, routes, isWhole } = covering
  const named = asks.slice(0, mostNamed)
  return (
    <div className="support" role="status">
      <p>
        {m.coveredBy(asks.length, formatNumber(asks.length), formatNumber(routes))}{' '}
        {named.map(({ topic, share_group: group }, at) => (
          <span key={JSON.stringify([topic, group])}>
            {at > 0 && ', '}
            <Verbatim text={group === undefined ? topic : nameOf(group, topic)} mono />
          </span>
        ))}
        {asks.length > named.length && ' …'}
      </p>
      {!isWhole && (
        <p>
          <Status kind="warn" wraps>
            {m.routesCut(formatNumber(routes))}
          </Status>
        </p>
      )}
      {isCut && (
        <p>
          <Status kind="warn" wraps>
            {m.filtersCut(formatNumber(mostAsked))}
          </Status>
        </p>
      )}
      {hasMore && (
        <p>
          <Status kind="warn" wraps>
            {m.subscribersCut(formatNumber(mostSubscribers))}
          </Status>
        </p>
      )}
    </div>
  )
}
