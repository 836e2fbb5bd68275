import type { Trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTraceLog } from '#domain/trace/log/use-trace-log.ts'
import { TraceTimeline } from '#domain/trace/timeline/trace-timeline.tsx'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { Tabs } from '#kit/page/tabs.tsx'
import { SearchableText } from '#kit/searchable-text/searchable-text.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { trace as m } from '../messages/trace.ts'
import { LogBar } from './log-bar.tsx'
import classes from './trace.module.css'
import { type TraceLook, traceLooks } from './trace-search.ts'

const RowTable = lazy(async () => ({ default: (await import('./row-table.tsx')).RowTable }))

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
          <Suspense>
            <RowTable name={trace.name} rows={log.rows} isReading={log.isReading} onRefresh={log.readOn} />
          </Suspense>
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
