import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { type Topic, topics } from '@brokerdeck/contract/traffic/topics.ts'
import { parseShared } from '@brokerdeck/languages/topic.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { publishAction } from '#domain/publish/open-publish.tsx'
import { topics as m } from '#features/traffic/messages/lists.ts'
import { Link, useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { type FilterOf, linkTo, type SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'

const topicColumns: readonly Column<Topic, SortOf<'topics'>>[] = [
  verbatimColumn('topic', m.topic, ({ topic }) => topic, {
    sortable: true,
    always: true,
    width: 420,
    phone: 'name',
  }),
  verbatimColumn('node', m.node, ({ node }) => node, { sortable: true, width: 220, phone: 'pair' }),
  {
    id: 'subscribers',
    header: m.subscribers,
    cell: ({ topic }) => (
      <Link to={linkTo('subscriptions', { topic })} aria-label={m.showOf(visibleText(topic))}>
        {m.show}
      </Link>
    ),
    value: () => undefined,
    fields: [],
    width: 120,
    phone: 'status',
  },
]

export function TopicsPage() {
  const go = useGo()
  const nodeList = useQuery(read(nodes.list, {}))
  const filters: readonly Filter<FilterOf<'topics'>>[] = [
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
  const { place, filters: values, setFilters, setPlace } = useListSearch('topics', filters)
  const { page, limit } = place
  const result = useQuery(read(topics.list, { query: { page, limit, ...values } }, { keepsPrevious: true }))
  const isFiltered = Object.keys(values).length > 0
  return (
    <Page
      title={m.title}
      summary={m.summary}
      actions={
        <Button size="small" onClick={() => void go(linkTo('topicExplorer'))}>
          {m.explorer}
        </Button>
      }
    >
      <DataTable
        page="topics"
        label={m.label}
        columns={topicColumns}
        columnsKey="topicTableColumns"
        rowKey={({ topic, node }) => JSON.stringify([topic, node])}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        rowLabel={({ topic }) => topic}
        rowActions={({ topic }) => [
          {
            label: m.explore,
            onSelect: () => void go(linkTo('topicExplorer', { topic: parseShared(topic).filter })),
          },
          publishAction(topic),
          {
            label: m.addMetric,
            disabledReason: /[+#]/.test(topic) ? m.noMetric : undefined,
            onSelect: () => void go(linkTo('topicMetrics', { topic: parseShared(topic).filter })),
          },
        ]}
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
