import { useEffect, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import { managed as m } from './messages.ts'
import classes from './step-list.module.css'

interface Step {
  readonly label: string
  readonly chosen?: string | undefined
  /** Back to it, to choose something else. */
  readonly onBack?: (() => void) | undefined
}

interface StepListProps {
  readonly steps: readonly Step[]
  /** Counted from 0. */
  readonly current: number
}

/** How far one is, and what was chosen on the way. */
export function StepList({ steps, current }: StepListProps) {
  const step = useRef<HTMLLIElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    // What had the focus is gone with its step; here the new one is said.
    step.current?.focus()
  }, [current])
  return (
    <ol className={classes['steps']} aria-label={m.steps}>
      {steps.map(({ label, chosen, onBack }, at) => (
        <li
          key={label}
          ref={at === current ? step : undefined}
          tabIndex={at === current ? -1 : undefined}
          className={classNames(classes['step'], at === current && classes['current'])}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className={classes['number']} aria-hidden>
            {at + 1}
          </span>
          {onBack !== undefined && at < current ? (
            <button type="button" className={classes['back']} onClick={onBack}>
              {label}
            </button>
          ) : (
            <span>{label}</span>
          )}
          {chosen !== undefined && <span className={classes['chosen']}>{chosen}</span>}
        </li>
      ))}
    </ol>
  )
}
