import { type SlowSubscription, slowSubscriptions } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { action, to } from '#acting/action.tsx'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { slowSubscriptions as m } from '../messages/topic-metrics.ts'
import { formatLatency } from './format-latency.ts'

const slowSubscriptionColumns: readonly Column<SlowSubscription>[] = [
  {
    id: 'clientid',
    header: m.client,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    value: ({ clientid }) => clientid,
    mono: true,
    always: true,
    sortable: true,
    width: 260,
    phone: 'name',
  },
  verbatimColumn('topic', m.topic, ({ topic }) => topic, { sortable: true, width: 320, phone: 'pair' }),
  {
    id: 'timespan',
    header: m.latency,
    definition: m.latencyMeaning,
    cell: ({ timespan }) => formatLatency(timespan),
    value: ({ timespan }) => timespan,
    align: 'end',
    sortable: true,
    width: 120,
    phone: 'status',
  },
  {
    id: 'node',
    header: m.node,
    cell: ({ node }) => (
      <Link to={paths.node(node)}>
        <Verbatim text={node} mono />
      </Link>
    ),
    value: ({ node }) => node,
    mono: true,
    sortable: true,
    width: 200,
    phone: 'pair',
  },
  {
    id: 'last_update_time',
    header: m.updated,
    definition: m.updatedMeaning,
    cell: ({ last_update_time: at }) => <RelativeTime at={at} />,
    value: ({ last_update_time: at }) => new Date(at).toISOString(),
    sortable: true,
    width: 130,
    phone: 'pair',
  },
]

/** Rows come and go by themselves. */
const pollSeconds = 10

const rowKey = ({ node, clientid, topic }: SlowSubscription) => JSON.stringify([node, clientid, topic])

/** The broker gives the whole list; it is searched here. */
const filters: readonly Filter<'like_clientid' | 'like_topic'>[] = [
  { kind: 'text', label: m.client, contains: 'like_clientid', isMain: true, mono: true },
  { kind: 'text', label: m.topic, contains: 'like_topic', isMain: true, mono: true },
]

const clearList = action<void>(
  to(slowSubscriptions.clear, () => ({})),
  {
    ask: () => ({ title: m.clearTitle, body: m.clearBody, action: m.clearAction, danger: true }),
    told: () => m.cleared,
  },
)

export function SlowListPanel() {
  const { filters: values, setFilters } = useListSearch(filters)
  const { like_clientid: client = '', like_topic: topic = '' } = values
  const isShown = (row: SlowSubscription) => row.clientid.includes(client) && row.topic.includes(topic)
  const result = useQuery(read(slowSubscriptions.list, {}, { pollSeconds }))
  const nothing = result.data?.data.length === 0 ? m.nothing : undefined
  return (
    <DataTable
      label={m.label}
      columns={slowSubscriptionColumns}
      columnsKey="slowSubscriptionTableColumns"
      rowKey={rowKey}
      rowLabel={({ clientid }) => clientid}
      query={tableQuery(result, ({ data }) => data.filter(isShown))}
      filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
      actions={
        <Button
          size="small"
          variant="danger"
          disabledReason={clearList.whyNot() ?? nothing}
          onClick={() => void clearList.run()}
        >
          {m.clear}
        </Button>
      }
      exportName="slow-subscriptions"
      empty={
        nothing === undefined ? (
          <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
        ) : (
          <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
        )
      }
    />
  )
}
