import { entryNames } from '#compare/messages.ts'
import type { Entry } from '#compare/send-in-order.ts'
import { promotion as m } from '#features/system/messages/promote.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Tag } from '#ui/marks.tsx'
import { Meter } from '#ui/meter.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './promote.module.css'

export interface RunningPromotion {
  readonly total: number
  /** The number of log entries before this run. */
  readonly from: number
  readonly stop: () => void
}

const shapes: Readonly<Record<Entry['outcome'], StatusKind>> = {
  done: 'ok',
  differs: 'warn',
  refused: 'bad',
  unknown: 'unknown',
  left: 'warn',
  'not-sent': 'off',
}

interface PromotionLogProps {
  readonly entries: readonly Entry[]
  readonly running: RunningPromotion | undefined
}

/** Shows the result of each request. */
export function PromotionLog({ entries, running }: PromotionLogProps) {
  const done = new Set(entries.slice(running?.from ?? 0).map(({ step }) => step)).size
  return (
    <>
      {running !== undefined && (
        <div role="status">
          <Meter size="wide" label={m.progress} value={done / running.total} />
          {m.running(done, running.total)}
        </div>
      )}
      <ol className={classes['steps']} aria-label={m.protocol}>
        {entries.map((entry) => (
          <li key={`${entry.isUndo} ${entry.step.deed} ${entry.step.kind} ${entry.step.id} ${entry.at}`}>
            <span className={classes['step']}>
              <Status kind={shapes[entry.outcome]}>{entryNames[entry.outcome]}</Status>
              {entry.isUndo && <Tag>{m.undoOf}</Tag>}
              <code>{`${entry.method} ${visibleText(entry.path, 200)}`}</code>
              <Verbatim text={entry.step.id} mono wrap />
            </span>
            {entry.message !== undefined && (
              <span className={classes['note']}>
                <Verbatim text={entry.message} wrap />
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
