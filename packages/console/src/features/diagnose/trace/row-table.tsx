import { lazy, Suspense, useMemo, useState } from 'react'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { trace as m } from '../messages/trace.ts'
import { rowColumns } from './row-columns.tsx'

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

function choices(rows: readonly TraceRow[], of: 'level' | 'tag' | 'msg') {
  const values = new Set(rows.map((row) => (row.kind === 'event' ? row[of] : undefined)))
  return [...values]
    .filter((value) => value !== undefined)
    .sort()
    .map((value) => ({ value, label: visibleText(value, 60) }))
}

/** What the lines that are here can be looked through by. */
function rowFilters(rows: readonly TraceRow[]): readonly Filter[] {
  return [
    { kind: 'text', label: m.textFilter, contains: 'text', isMain: true },
    {
      kind: 'select',
      label: m.message,
      key: 'msg',
      options: choices(rows, 'msg'),
      isOpenEnded: true,
      isMain: true,
    },
    { kind: 'text', label: m.client, contains: 'client', mono: true },
    { kind: 'text', label: m.topic, contains: 'topic', mono: true },
    { kind: 'select', label: m.tag, key: 'tag', options: choices(rows, 'tag'), isOpenEnded: true },
    { kind: 'select', label: m.level, key: 'level', options: choices(rows, 'level'), isOpenEnded: true },
    { kind: 'date-time', label: m.time, from: 'from', to: 'to' },
  ]
}

/** Parts of names are compared without regard to case. */
function matches(row: TraceRow, values: FilterValues): boolean {
  const { text, msg, client, topic, tag, level, from, to } = values
  const has = (whole: string | undefined, part: string | undefined) =>
    part === undefined || (whole?.toLowerCase().includes(part.toLowerCase()) ?? false)
  const event = row.kind === 'event' ? row : undefined
  return (
    has(row.line, text) &&
    (msg === undefined || event?.msg === msg) &&
    has(event?.clientid, client) &&
    has(event?.topic, topic) &&
    (tag === undefined || event?.tag === tag) &&
    (level === undefined || event?.level === level) &&
    (from === undefined || row.at >= Date.parse(from)) &&
    (to === undefined || row.at < Date.parse(to) + 1000)
  )
}
