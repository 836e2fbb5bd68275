import { nodes } from '@brokerdeck/contract/nodes.ts'
import { subscriptions } from '@brokerdeck/contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { publishAction } from '#domain/publish/publish-action.ts'
import { useWhyAction } from '#domain/subscription/use-why-action.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { m } from './messages.ts'
import { subscriptionFilters, subscriptionQuery } from './subscription-filters.ts'
import { subscriptionListColumns } from './subscription-list-columns.tsx'

export function SubscriptionsPage() {
  const whyAction = useWhyAction()
  const nodeList = useQuery(read(nodes.list, {}))
  const filters = subscriptionFilters(nodeList.data ?? [])
  const { place, filters: values, setFilters, setPlace } = useListSearch(filters)
  const { page, limit } = place
  const result = useQuery(
    read(
      subscriptions.list,
      { query: { page, limit, ...subscriptionQuery(values) } },
      { keepsPrevious: true },
    ),
  )
  const isFiltered = Object.keys(values).length > 0
  return (
    <Page title={m.title} summary={m.summary}>
      <DataTable
        label={m.label}
        columns={subscriptionListColumns}
        columnsKey="subscriptionTableColumns"
        rowKey={({ clientid, topic }) => JSON.stringify([clientid, topic])}
        rowLabel={({ clientid, topic }) => `${topic} ${clientid}`}
        rowActions={(subscription) => [publishAction(subscription.topic), whyAction(subscription)]}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        exportName="subscriptions"
        empty={
          isFiltered ? (
            <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
          ) : (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          )
        }
      />
    </Page>
  )
}
