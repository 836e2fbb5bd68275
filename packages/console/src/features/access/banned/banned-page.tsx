import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { useQuery } from '@tanstack/react-query'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { ActOnMatching } from '#domain/broker-list/act-on-matching.tsx'
import { DangerButton } from '#domain/broker-list/danger-button.tsx'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import type { FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { useSelection } from '#kit/table/use-selection.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { allBans } from './all-bans.ts'
import { banColumns } from './ban-columns.tsx'
import { banFilters, oneFilter } from './ban-filters.ts'
import { m } from './messages.ts'
import { useBanActions } from './use-ban-actions.tsx'

const rowKey = ({ as, who }: Ban) => JSON.stringify([as, who])

export function BannedPage() {
  const search = useListSearch(banFilters)
  const filter = oneFilter({}, search.filters)
  const isFiltered = Object.keys(filter).length > 0
  const { page, limit } = search.place
  const result = useQuery(read(banned.list, { query: { page, limit, ...filter } }, { keepsPrevious: true }))
  const count = isFiltered ? undefined : result.data?.meta.count
  const selection = useSelection<Ban>()
  const { create, rowActions, unbanAll, clear } = useBanActions()
  const unbanSelected = async (rows: readonly Ban[]) => {
    selection.forget((await unbanAll(rows)).map(rowKey))
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
        <Button size="small" variant="primary" disabledReason={whyNoWrite()} onClick={create}>
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
        rowActions={rowActions}
        filters={<FilterBar filters={banFilters} values={filter} onChange={changeFilters} />}
        actions={
          isFiltered ? (
            <ActOnMatching
              key={JSON.stringify(filter)}
              label={m.unbanMatching}
              collect={(signal) => allBans(filter, signal)}
              noneMatch={m.noneMatch}
              onRows={unbanAll}
            />
          ) : (
            <DangerButton
              label={m.clearAll}
              disabledReason={count === 0 ? m.nothingToClear : undefined}
              onClick={() => void clear(count ?? 0)}
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
