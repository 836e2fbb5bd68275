import { lazy, Suspense, useMemo, useState } from 'react'
import { formatInstant } from '#domain/trace/format-instant.ts'
import type { TraceEvent, TraceRow } from '#domain/trace/trace-row.ts'
import { trace as m } from '#features/diagnose/messages/trace.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import type { FilterOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './trace.module.css'

const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }))

interface RowTableProps {
  readonly name: string
  readonly rows: readonly TraceRow[]
  readonly isReading: boolean
  /** Requests new lines. */
  readonly onRefresh: () => void
}

/** Shows the lines as a table, the newest first, with filters and a view of single lines. */
export function RowTable({ name, rows, isReading, onRefresh }: RowTableProps) {
  const [opened, setOpened] = useState<TraceRow>()
  const columns = useMemo(() => rowColumns(setOpened), [])
  const filters = useMemo(() => rowFilters(rows), [rows])
  const { filters: values, setFilters } = useListSearch('logTrace', filters)
  const shown = rows.filter((row) => matches(row, values)).reverse()
  return (
    <>
      <DataTable
        page="logTrace"
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

/** Returns the filters for the loaded lines. */
function rowFilters(rows: readonly TraceRow[]): readonly Filter<FilterOf<'logTrace'>>[] {
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

/** Tells whether a line matches the filters; parts of names are compared regardless of case. */
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

function of(row: TraceRow, value: (event: TraceEvent) => string | undefined): string | undefined {
  return row.kind === 'event' ? value(row) : undefined
}

/** Returns in short what the line adds to its event. */
function formatDetail(row: TraceRow): string | undefined {
  if (row.kind === 'raw') return row.line
  const { packet, meta } = row
  if (packet !== undefined) {
    const [code] = packet.reasonCodes
    return code === undefined ? packet.type : `${packet.type} ${packet.reasonCodes.join(', ')}`
  }
  const said = meta['reason'] ?? meta['result'] ?? meta['action']
  return said === undefined || typeof said === 'string' ? said : JSON.stringify(said)
}

/** Returns the columns of the table of lines; `onOpen` shows a whole line. */
export function rowColumns(onOpen: (row: TraceRow) => void): readonly Column<TraceRow, never>[] {
  return [
    {
      id: 'time',
      header: m.time,
      cell: ({ at }) => formatInstant(at),
      value: (row) => of(row, ({ time }) => time),
      mono: true,
      always: true,
      width: 120,
      phone: 'pair',
    },
    {
      id: 'msg',
      header: m.message,
      cell: (row) => {
        const message = of(row, ({ msg }) => msg) ?? m.rawLine
        return (
          <Button
            size="small"
            variant="quiet"
            className={classes['open']}
            aria-label={m.openLine(visibleText(message, 80), formatInstant(row.at))}
            onClick={() => onOpen(row)}
          >
            <Verbatim text={message} mono={row.kind === 'event'} />
          </Button>
        )
      },
      value: (row) => of(row, ({ msg }) => msg),
      always: true,
      width: 260,
      phone: 'name',
    },
    verbatimColumn('client', m.client, (row) => of(row, ({ clientid }) => clientid), {
      width: 180,
      phone: 'pair',
    }),
    verbatimColumn('topic', m.topic, (row) => of(row, ({ topic }) => topic), { width: 220, phone: 'line' }),
    verbatimColumn('detail', m.detail, formatDetail, { width: 240, phone: 'line' }),
    verbatimColumn('tag', m.tag, (row) => of(row, ({ tag }) => tag), { width: 110 }),
    verbatimColumn('level', m.level, (row) => of(row, ({ level }) => level), { width: 80 }),
    verbatimColumn('node', m.node, ({ node }) => node, { width: 170, isExtra: true }),
    verbatimColumn('username', m.username, (row) => of(row, ({ username }) => username), {
      width: 140,
      isExtra: true,
    }),
    verbatimColumn('peername', m.peer, (row) => of(row, ({ peername }) => peername), {
      width: 160,
      isExtra: true,
    }),
  ]
}
