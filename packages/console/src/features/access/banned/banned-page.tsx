import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import type { QueryKey } from '@brokerdeck/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { ActOnMatching } from '#domain/broker-list/act-on-matching.tsx'
import { allPages } from '#domain/broker-list/all-pages.ts'
import { DangerButton } from '#domain/broker-list/danger-button.tsx'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { banKindNames } from '#domain/client/ban-kind-names.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { useSelection } from '#kit/table/use-selection.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { banned as m } from '../messages/access.ts'
import { clearBans, createBan, unban } from './ban-actions.tsx'

const banColumns: readonly Column<Ban>[] = [
  verbatimColumn('who', m.value, ({ who }) => who, {
    always: true,
    sortable: true,
    width: 240,
    phone: 'name',
  }),
  {
    id: 'as',
    header: m.kind,
    value: ({ as }) => as,
    cell: ({ as }) => banKindNames[as],
    sortable: true,
    width: 220,
    phone: 'line',
  },
  {
    id: 'reason',
    header: m.reason,
    value: ({ reason }) => reason,
    cell: ({ reason }) => <Verbatim text={reason} />,
    width: 280,
    phone: 'line',
  },
  verbatimColumn('by', m.by, ({ by }) => by, { sortable: true, width: 150 }),
  {
    id: 'at',
    header: m.at,
    value: ({ at }) => at,
    cell: ({ at }) => <RelativeTime at={at} />,
    sortable: true,
    width: 140,
  },
  {
    id: 'until',
    header: m.until,
    value: ({ until }) => until,
    cell: ({ until }) => (until === 'infinity' ? m.never : formatDateTime(until)),
    sortable: true,
    width: 190,
    phone: 'pair',
  },
]

/** All filters of `GET /banned`: what bans by expression hold cannot be asked for. */
const banFilters: readonly Filter<QueryKey<typeof banned.list>>[] = [
  ...(['clientid', 'username', 'peerhost'] as const).map(
    (kind): Filter<QueryKey<typeof banned.list>> => ({
      kind: 'text',
      label: banKindNames[kind],
      exact: kind,
      contains: `like_${kind}`,
      containsWord: m.matches,
      isMain: true,
      mono: kind !== 'username',
    }),
  ),
  { kind: 'text', label: banKindNames.peerhost_net, contains: 'like_peerhost_net', mono: true },
]

const rowKey = ({ as, who }: Ban) => JSON.stringify([as, who])

export function BannedPage() {
  const search = useListSearch(banFilters)
  const filter = oneFilter({}, search.filters)
  const isFiltered = Object.keys(filter).length > 0
  const { page, limit } = search.place
  const result = useQuery(read(banned.list, { query: { page, limit, ...filter } }, { keepsPrevious: true }))
  const count = isFiltered ? undefined : result.data?.meta.count
  const selection = useSelection<Ban>()
  const unbanSelected = async (rows: readonly Ban[]) => {
    selection.forget((await unban.run(rows)).map(rowKey))
  }
  const changeFilters = (to: FilterValues) => {
    selection.clear()
    search.setFilters(oneFilter(filter, to))
  }
  return (
    <Page
      title={m.title}
      {...(count === undefined ? {} : { summary: m.summary(count, formatNumber(count)) })}
      actions={
        <Button size="small" variant="primary" disabledReason={whyNoWrite()} onClick={createBan}>
          {m.create}
        </Button>
      }
    >
      <DataTable
        label={m.label}
        columns={banColumns}
        columnsKey="bannedTableColumns"
        rowKey={rowKey}
        rowLabel={({ who }) => who}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(search.place, result.data?.meta, search.setPlace)}
        selection={selection}
        bulkActions={(rows) => <DangerButton label={m.unban} onClick={() => void unbanSelected(rows)} />}
        rowActions={(ban) => [
          {
            label: m.unban,
            danger: true,
            disabledReason: unban.whyNot(ban),
            onSelect: () => void unban.run([ban]),
          },
        ]}
        filters={<FilterBar filters={banFilters} values={filter} onChange={changeFilters} />}
        actions={
          isFiltered ? (
            <ActOnMatching
              key={JSON.stringify(filter)}
              label={m.unbanMatching}
              collect={(signal) => allBans(filter, signal)}
              noneMatch={m.noneMatch}
              onRows={unban.run}
            />
          ) : (
            <DangerButton
              label={m.clearAll}
              disabledReason={count === 0 ? m.nothingToClear : undefined}
              onClick={() => void clearBans.run(count ?? 0)}
            />
          )
        }
        exportName="banned-clients"
        exportAll={(signal) => allBans(filter, signal)}
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

/** Every ban that a filter finds, or every ban. */
function allBans(filter: FilterValues, signal: AbortSignal): AsyncGenerator<readonly Ban[]> {
  return allPages((place) => request(banned.list, { query: { ...place, ...filter } }, { signal }))
}

/** The broker takes one filter at a time: the one that was just set replaces the one before. */
function oneFilter(before: FilterValues, after: FilterValues): FilterValues {
  const entries = Object.entries(after)
  const changed = entries.filter(([key, value]) => before[key] !== value)
  return Object.fromEntries((changed.length > 0 ? changed : entries).slice(0, 1))
}
