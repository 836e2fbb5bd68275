import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { publishAction } from '#domain/publish/publish-action.ts'
import { useWhyAction } from '#domain/subscription/use-why-action.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { useRefreshChoice } from '#kit/table/use-refresh-choice.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { CoveringNote } from './covering-note.tsx'
import { m } from './messages.ts'
import { subscriptionFilters } from './subscription-filters.ts'
import { subscriptionListColumns } from './subscription-list-columns.tsx'
import { useSubscriptionList } from './use-subscription-list.ts'

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
