import type { Trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { useTraceLog } from '#domain/trace/log/use-trace-log.ts'
import { TraceTimeline } from '#domain/trace/timeline/trace-timeline.tsx'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { Tabs } from '#kit/page/tabs.tsx'
import { SearchableText } from '#kit/searchable-text/searchable-text.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { trace as m } from '../messages/trace.ts'
import { LogBar } from './log-bar.tsx'
import { rowColumns } from './row-columns.tsx'
import classes from './trace.module.css'
import { type TraceLook, traceLooks } from './trace-search.ts'

const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }))

/** Wrapped lines have heights of their own, so all of them are in the document. */
const wrapLimit = 3_000

const lookNames: Readonly<Record<TraceLook, string>> = {
  timeline: m.timeline,
  table: m.table,
  raw: m.raw,
}

const quiet: Readonly<Record<Trace['status'], { readonly title: string; readonly text: string }>> = {
  waiting: { title: m.waitingTitle, text: m.waitingText },
  running: { title: m.waitingTitle, text: m.runningText },
  stopped: { title: m.stoppedTitle, text: m.stoppedText },
}

interface TraceLooksProps {
  readonly trace: Trace
  readonly look: TraceLook
  readonly node: string | undefined
  readonly onLook: (look: TraceLook) => void
  readonly onNode: (node: string | undefined) => void
}

/** The log, followed while the trace runs, in three looks. */
export function TraceLooks({ trace, look, node, onLook, onNode }: TraceLooksProps) {
  const [isFollowing, setFollowing] = useState(true)
  const hasEnded = trace.status === 'stopped'
  const log = useTraceLog(trace.name, { isLive: isFollowing, hasEnded, node })
  const isFirst = log.files === undefined || (log.isReading && log.rows.length === 0)
  const { title, text } = quiet[trace.status]
  return (
    <div className={classes['looks']}>
      <Tabs
        label={m.look}
        tabs={traceLooks.map((id) => ({ id, label: lookNames[id] }))}
        value={look}
        onChange={onLook}
      >
        <LogBar
          trace={trace}
          log={log}
          node={node}
          onNode={onNode}
          isFollowing={isFollowing}
          onFollow={setFollowing}
        />
        {log.letGo > 0 && <Remark>{m.letGo(formatNumber(log.letGo))}</Remark>}
        {log.skipped > 0 && <Remark>{m.skipped(formatBytes(log.skipped))}</Remark>}
        {log.problem !== undefined && (
          <div role="alert" className={classes['remark']}>
            {m.readFailed}: {log.problem.detail ?? log.problem.title}{' '}
            <Button size="small" isBusy={log.isReading} onClick={log.readOn}>
              {m.tryAgain}
            </Button>
          </div>
        )}
        {log.rows.length === 0 ? (
          log.problem === undefined && (
            <Panel label={title} padded>
              <div aria-busy={isFirst || undefined}>
                {!isFirst && <EmptyState title={title}>{text}</EmptyState>}
              </div>
            </Panel>
          )
        ) : look === 'timeline' ? (
          <Panel label={m.timeline}>
            <TraceTimeline
              rows={log.rows}
              fit="page"
              isLive={isFollowing && !hasEnded}
              empty={<EmptyState title={m.nothingTold} />}
            />
          </Panel>
        ) : look === 'table' ? (
          <RowTable name={trace.name} rows={log.rows} isReading={log.isReading} onRefresh={log.readOn} />
        ) : (
          <RawLog rows={log.rows} isLive={isFollowing && !hasEnded} />
        )}
      </Tabs>
    </div>
  )
}

function Remark({ children }: { readonly children: ReactNode }) {
  return <p className={classes['remark']}>{children}</p>
}

interface RawLogProps {
  readonly rows: readonly TraceRow[]
  /** More may come: the end is kept in sight. */
  readonly isLive: boolean
}

/** The lines as they were written. */
function RawLog({ rows, isLive }: RawLogProps) {
  const [isWrapped, setWrapped] = useState(false)
  const isTooLong = rows.length > wrapLimit
  const text = useMemo(() => rows.map(({ line }) => line).join('\n'), [rows])
  return (
    <Panel label={m.raw}>
      <SearchableText label={m.rawText} text={text} isWrapped={isWrapped && !isTooLong} isGrowing={isLive}>
        <Button
          size="small"
          aria-pressed={isWrapped && !isTooLong}
          disabledReason={isTooLong ? m.wrapLimit(formatNumber(wrapLimit)) : undefined}
          onClick={() => setWrapped(!isWrapped)}
        >
          {m.wrap}
        </Button>
      </SearchableText>
    </Panel>
  )
}

interface RowTableProps {
  readonly name: string
  readonly rows: readonly TraceRow[]
  readonly isReading: boolean
  /** Looks for more lines. */
  readonly onRefresh: () => void
}

/** The lines as a table, the newest first, to filter and to open one by one. */
function RowTable({ name, rows, isReading, onRefresh }: RowTableProps) {
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
