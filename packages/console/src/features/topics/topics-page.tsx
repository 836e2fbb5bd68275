import { nodes } from '@brokerdeck/contract/nodes.ts'
import { topics } from '@brokerdeck/contract/topics.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { m } from './messages.ts'
import { topicColumns } from './topic-columns.tsx'

export function TopicsPage() {
  const nodeList = useQuery(read(nodes.list, {}))
  const filters: readonly Filter[] = [
    { kind: 'text', label: m.topic, exact: 'topic', isMain: true, mono: true },
    {
      kind: 'select',
      label: m.node,
      key: 'node',
      isOpenEnded: true,
      isMain: true,
      options: (nodeList.data ?? []).map(({ node }) => ({ value: node, label: visibleText(node) })),
    },
  ]
  const { place, filters: values, setFilters, setPlace } = useListSearch(filters)
  const { page, limit } = place
  const result = useQuery(read(topics.list, { query: { page, limit, ...values } }, { keepsPrevious: true }))
  const isFiltered = Object.keys(values).length > 0
  return (
    <Page title={m.title} summary={m.summary}>
      <DataTable
        label={m.label}
        columns={topicColumns}
        columnsKey="topicTableColumns"
        rowKey={({ topic, node }) => JSON.stringify([topic, node])}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        exportName="topics"
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
