import { lazy, Suspense, useMemo, useState } from 'react'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { m } from './messages.ts'
import { rowColumns } from './row-columns.tsx'
import { matches, rowFilters } from './row-filters.ts'

const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }))

interface RowTableProps {
  readonly name: string
  readonly rows: readonly TraceRow[]
  readonly isReading: boolean
  /** Looks for more lines. */
  readonly onRefresh: () => void
}

/** The lines as a table, the newest first, to filter and to open one by one. */
export function RowTable({ name, rows, isReading, onRefresh }: RowTableProps) {
  const [opened, setOpened] = useState<TraceRow>()
  const columns = useMemo(() => rowColumns(setOpened), [])
  const filters = useMemo(() => rowFilters(rows), [rows])
  const { filters: values, setFilters } = useListSearch(filters)
  const shown = rows.filter((row) => matches(row, values)).reverse()
  return (
    <>
      <DataTable
        label={m.rows}
        columns={columns}
        columnsKey="traceRowColumns"
        rowKey={({ id }) => id}
        query={{ rows: shown, isPending: false, isFetching: isReading, refetch: onRefresh }}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        exportName={`trace-${name}`}
        empty={<EmptyState title={m.quietTitle}>{m.quietText}</EmptyState>}
      />
      {opened !== undefined && (
        <Suspense fallback={null}>
          <RowDrawer row={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}
