import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { dialogs as m } from '#kit/messages/page.ts'
import { type BulkFailure, type BulkOutcome, type BulkProgress, runBulk } from '#lib/run-bulk.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import classes from './dialog-shell.module.css'
import { DialogShell } from './dialog-shell.tsx'
import type { ConfirmRequest } from './dialog-store.ts'

const SHOWN = 200

/* axe requires that a scrolling region can take the focus. */
const reachable = { tabIndex: 0 } as const

export interface BulkWork {
  readonly count: number
  readonly label: (index: number) => string
  readonly run: (index: number, signal: AbortSignal) => Promise<void>
  readonly describeFailure: (error: unknown) => ReactNode
  readonly concurrency?: number | undefined
}

interface BulkDialogProps extends ConfirmRequest {
  readonly work: BulkWork
  readonly onAnswer: (outcome: BulkOutcome<number> | undefined) => void
}

type Phase = 'asking' | 'running' | 'stopping' | 'finished'

export function BulkDialog({ work, onAnswer, ...asked }: BulkDialogProps) {
  const [phase, setPhase] = useState<Phase>('asking')
  const [progress, setProgress] = useState<BulkProgress<number>>({ total: work.count, done: 0, failures: [] })
  const [outcome, setOutcome] = useState<BulkOutcome<number>>({ done: [], failed: [], skipped: [] })
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (items: readonly number[], before: readonly number[]) => {
    const signal = new AbortController()
    controller.current = signal
    setPhase('running')
    const { concurrency } = work
    const result = await runBulk({
      items,
      run: work.run,
      ...(concurrency === undefined ? {} : { concurrency }),
      signal: signal.signal,
      onProgress: (now) => setProgress({ ...now, total: work.count, done: before.length + now.done }),
    })
    const whole = { ...result, done: [...before, ...result.done] }
    if (whole.failed.length === 0 && whole.skipped.length === 0) return onAnswer(whole)
    setOutcome(whole)
    setPhase('finished')
  }
  const stop = () => {
    controller.current?.abort()
    setPhase('stopping')
  }
  if (phase === 'asking') {
    const all = Array.from({ length: work.count }, (_, index) => index)
    return (
      <ConfirmDialog
        {...asked}
        onAnswer={(isConfirmed) => (isConfirmed ? void start(all, []) : onAnswer(undefined))}
      />
    )
  }
  const isFinished = phase === 'finished'
  const failures = isFinished ? outcome.failed : progress.failures
  const retry = () =>
    void start(
      outcome.failed.map(({ item }) => item),
      outcome.done,
    )
  return (
    <DialogShell
      title={asked.title}
      onClose={() => (isFinished ? onAnswer(outcome) : stop())}
      footer={
        isFinished ? (
          <>
            {failures.length > 0 && (
              <Button onClick={retry}>{m.retryFailed(formatNumber(failures.length))}</Button>
            )}
            <Button onClick={() => onAnswer(outcome)}>{m.close}</Button>
          </>
        ) : (
          <Button onClick={stop} disabledReason={phase === 'stopping' ? m.stopping : undefined}>
            {m.abort}
          </Button>
        )
      }
    >
      <div className={classes['progress']} role="status">
        <span className={classes['bar']}>
          <Meter
            size="wide"
            label={m.progressOf(asked.action)}
            value={progress.done / Math.max(1, progress.total)}
          />
        </span>
        {m.progress(formatNumber(progress.done), formatNumber(progress.total))}
      </div>
      <BulkFailures failures={failures} label={work.label} describe={work.describeFailure} />
      {isFinished && outcome.skipped.length > 0 && <p>{m.notBegun(formatNumber(outcome.skipped.length))}</p>}
    </DialogShell>
  )
}

interface BulkFailuresProps {
  readonly failures: readonly BulkFailure<number>[]
  readonly label: (index: number) => string
  readonly describe: (error: unknown) => ReactNode
}

/** Lists each failed item by name, with the reason. */
function BulkFailures({ failures, label, describe }: BulkFailuresProps) {
  if (failures.length === 0) return null
  return (
    <>
      <Status kind="bad">{m.failures(formatNumber(failures.length))}</Status>
      <ul className={classes['failures']} {...reachable}>
        {failures.slice(0, SHOWN).map(({ item, error }) => (
          <li key={item} className={classes['failure']}>
            <Verbatim text={label(item)} mono /> <span>{describe(error)}</span>
          </li>
        ))}
        {failures.length > SHOWN && <li>{m.moreFailures(formatNumber(failures.length - SHOWN))}</li>}
      </ul>
    </>
  )
}
