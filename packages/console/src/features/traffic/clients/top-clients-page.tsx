import type { ClientRow, clientFields } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '#api/http.ts'
import { clients as clientWords, topClients as m } from '#features/traffic/messages/lists.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { linkTo, type SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Amount } from '#ui/marks.tsx'
import { EmptyState } from '#ui/states.tsx'
import { clientColumns } from './client-columns.tsx'

const batch = 1000
/** The maximum number of batches that a browser can hold and sort smoothly and that cost the broker little. */
const mostBatches = 20

/** Only the displayed fields are requested: a response with a thousand clients and all fields exceeds a megabyte. */
const fields = [
  'clientid',
  'username',
  'node',
  'connected',
  'connected_at',
  'ip_address',
  'port',
  'mqueue_len',
  'mqueue_max',
  'mqueue_dropped',
  'inflight_cnt',
  'subscriptions_cnt',
  'recv_msg',
  'send_msg',
] as const satisfies readonly (typeof clientFields)[number][]

/** A client with the time at which its counters and rates were read. */
type TopClient = ClientRow & { readonly readAt: number }

/** Lists the clients with the highest values among those that have been read, because the API has no sort order. */
export function TopClientsPage() {
  const sample = useInfiniteQuery({
    queryKey: [clients.list.path, 'top'],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, limit: batch, fields: fields.join(',') }
      const { data, meta } = await request(clients.list, { query }, { signal })
      const readAt = Date.now()
      return { data: data.map((row): TopClient => ({ ...row, readAt })), meta }
    },
    getNextPageParam: ({ data }, pages) =>
      data.length === batch && pages.length < mostBatches ? pages.length + 1 : undefined,
  })
  const rows = useMemo(
    // The list may shift between two pages, so a client can occur twice.
    () => [
      ...new Map(sample.data?.pages.flatMap(({ data }) => data).map((row) => [row.clientid, row])).values(),
    ],
    [sample.data],
  )
  const total = sample.data?.pages.at(-1)?.meta.count
  return (
    <Page
      title={m.title}
      breadcrumbs={[{ to: linkTo('clients'), label: clientWords.title }]}
      summary={sample.data && summary(rows.length, total, !sample.hasNextPage)}
      actions={
        sample.hasNextPage && (
          <Button size="small" isBusy={sample.isFetchingNextPage} onClick={() => void sample.fetchNextPage()}>
            {m.readMore(formatNumber(batch))}
          </Button>
        )
      }
    >
      <DataTable
        page="topClients"
        label={m.title}
        columns={columns}
        columnsKey="topClientTableColumns"
        rowKey={({ clientid }) => clientid}
        rowLabel={({ clientid }) => visibleText(clientid, 80)}
        query={tableQuery(sample, () => rows)}
        initialSort={{ by: 'mqueue', direction: 'descending' }}
        exportName="top-clients"
        empty={<EmptyState title={clientWords.emptyTitle}>{clientWords.emptyText}</EmptyState>}
      />
    </Page>
  )
}

function summary(read: number, total: number | undefined, isEnd: boolean): string {
  if (isEnd && total !== undefined && total <= read) return m.all(read, formatNumber(read))
  return m.sample(formatNumber(read), total === undefined ? undefined : formatNumber(total))
}

/**
 * Returns messages per second since the connection began: the broker updates a client's counters too slowly for a
 * current rate.
 */
function sinceConnected(row: TopClient, count: number | undefined): number | undefined {
  if (row.connected !== true || row.connected_at === undefined || count === undefined) return undefined
  const seconds = (row.readAt - Date.parse(row.connected_at)) / 1000
  return seconds < 1 ? undefined : Math.round((count / seconds) * 100) / 100
}

const named = ['clientid', 'connected', 'mqueue', 'username', 'node', 'subscriptions'] as const

function amount<const Id extends string>(
  id: Id,
  header: string,
  definition: string,
  value: (row: TopClient) => number | undefined,
  field: 'mqueue_dropped' | 'inflight_cnt' | 'recv_msg' | 'send_msg',
): Column<TopClient, Id> {
  return {
    id,
    header,
    definition,
    value,
    fields: [{ id: field, value: (row) => row[field] }],
    cell: (row) => <Amount value={value(row)} />,
    align: 'end',
    width: 120,
    sortable: true,
    phone: 'line',
  }
}

const columns: readonly Column<TopClient, SortOf<'topClients'>>[] = [
  ...named.flatMap((id) =>
    clientColumns
      .filter((column) => column.id === id)
      .map((column) => ({
        ...column,
        id,
        isExtra: id === 'node',
        sortable: true as const,
        ...(column.align === 'end' ? { phone: 'line' as const } : {}),
      })),
  ),
  amount(
    'mqueue_dropped',
    clientWords.dropped,
    m.droppedMeaning,
    (row) => row.mqueue_dropped,
    'mqueue_dropped',
  ),
  amount('inflight_cnt', clientWords.inflight, m.inflightMeaning, (row) => row.inflight_cnt, 'inflight_cnt'),
  amount('recv_rate', m.received, m.rateMeaning, (row) => sinceConnected(row, row.recv_msg), 'recv_msg'),
  amount('send_rate', m.sent, m.rateMeaning, (row) => sinceConnected(row, row.send_msg), 'send_msg'),
]
