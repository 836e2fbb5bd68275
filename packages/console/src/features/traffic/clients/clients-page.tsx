import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { ActOnMatching } from '#domain/broker-list/act-on-matching.tsx'
import { DangerButton } from '#domain/broker-list/danger-button.tsx'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { m as clientWords } from '#domain/client/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import type { FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { useRefreshChoice } from '#kit/table/use-refresh-choice.ts'
import { useSelection } from '#kit/table/use-selection.ts'
import { visibleText } from '#lib/visible-text.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { allClients } from './all-clients.ts'
import { clientColumns } from './client-columns.tsx'
import { clientFilters, isFuzzy } from './client-filters.ts'
import { m } from './messages.ts'
import { useClientActions } from './use-client-actions.tsx'
import { useClientList } from './use-client-list.ts'
import { WatchAbsent } from './watch-absent.tsx'

const rowKey = ({ clientid }: ClientRow) => clientid

export function ClientsPage() {
  const nodeList = useQuery(read(nodes.list, {}))
  const { data: now } = useQuery(read(monitor.current, {}, { pollSeconds: 10 }))
  const filters = clientFilters(nodeList.data ?? [])
  const search = useListSearch(filters)
  const refresh = useRefreshChoice(
    'clientTableRefresh',
    30,
    isFuzzy(search.filters) ? m.whyNoRefresh : undefined,
  )
  const { query, paging } = useClientList(search, now?.connections, refresh.pollSeconds)
  const selection = useSelection<ClientRow>()
  const { rowActions, kickSelected, banSelected } = useClientActions()
  const isFiltered = Object.keys(search.filters).length > 0
  const changeFilters = (values: FilterValues) => {
    selection.clear()
    search.setFilters(values)
  }
  const summary =
    now && m.summary(formatNumber(now.live_connections), formatNumber(now.connections - now.live_connections))
  return (
    <Page title={m.title} {...(summary === undefined ? {} : { summary })}>
      <DataTable
        label={m.label}
        columns={clientColumns}
        columnsKey="clientTableColumns"
        rowKey={rowKey}
        rowLabel={({ clientid }) => visibleText(clientid, 80)}
        query={query}
        paging={paging}
        refresh={refresh}
        selection={selection}
        bulkActions={(rows) => (
          <>
            <DangerButton label={m.kickMany} onClick={() => void kickSelected(rows).then(selection.forget)} />
            <DangerButton
              label={clientWords.ban}
              onClick={() => void banSelected(rows).then(selection.forget)}
            />
            <CopyButton text={() => rows.map(rowKey).join('\n')} name={m.copyIds} />
          </>
        )}
        rowActions={rowActions}
        filters={<FilterBar filters={filters} values={search.filters} onChange={changeFilters} />}
        actions={
          isFiltered && (
            <ActOnMatching
              key={JSON.stringify(search.filters)}
              label={m.kickAllMatching}
              collect={(signal) => allClients(search.filters, signal)}
              noneMatch={m.noneMatch}
              onRows={kickSelected}
            />
          )
        }
        exportName="clients"
        exportAll={(signal) => allClients(search.filters, signal)}
        empty={
          isFiltered ? (
            <EmptyState title={m.noneMatch} action={<WatchAbsent clientid={search.filters['clientid']} />}>
              {m.noneMatchText}
            </EmptyState>
          ) : (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          )
        }
      />
    </Page>
  )
}
