import { useEffect, useRef } from 'react'
import { useTraceLog } from '#domain/trace/log/use-trace-log.ts'
import { watch as m } from '#domain/trace/messages.ts'
import { TraceTimeline } from '#domain/trace/timeline/trace-timeline.tsx'
import type { TraceRow } from '#domain/trace/trace-row.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { addLabel } from '#i18n/sentences.ts'
import { EmptyState } from '#ui/states.tsx'
import classes from './timeline-panel.module.css'

interface WatchedTimelineProps {
  readonly name: string
  readonly isOver: boolean
  /** Called when the client did something, so that data about it may be outdated. */
  readonly onActivity: () => void
  readonly onRows: ((rows: readonly TraceRow[]) => void) | undefined
}

/** Shows what a trace has recorded so far. */
export function WatchedTimeline({ name, isOver, onActivity, onRows }: WatchedTimelineProps) {
  const log = useTraceLog(name, { isLive: !isOver, hasEnded: false })
  const tell = useRef(onActivity)
  tell.current = onActivity
  const count = log.letGo + log.rows.length
  useEffect(() => {
    if (count > 0) tell.current()
  }, [count])
  const { rows } = log
  useEffect(() => onRows?.(rows), [onRows, rows])
  const remark =
    isOver || log.problem === undefined
      ? undefined
      : log.isGone
        ? m.gone
        : addLabel(m.readFailed, log.problem.detail ?? log.problem.title)
  return (
    <>
      {remark !== undefined && (
        <p role="alert" className={classes['remark']}>
          {remark}
        </p>
      )}
      {log.letGo > 0 && <p className={classes['remark']}>{m.letGo(formatNumber(log.letGo))}</p>}
      <TraceTimeline
        rows={rows}
        fit="part"
        isLive={!isOver}
        empty={
          <EmptyState title={isOver ? m.nothingSeen : m.nothing}>{isOver ? null : m.nothingText}</EmptyState>
        }
      />
    </>
  )
}
