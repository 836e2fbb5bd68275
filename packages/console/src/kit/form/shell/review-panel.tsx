import { formatNumber } from '#i18n/format-number.ts'
import { modifierKey } from '#lib/modifier-key.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Panel } from '#ui/panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { shell as m } from '../../messages/form.ts'
import type { FormMachine } from './form-machine.ts'
import type { FormPlan } from './form-plan.ts'
import { Review } from './review.tsx'
import classes from './review-panel.module.css'
import { useMachineState } from './use-form-machine.ts'
import { whyNotApply } from './why-not-apply.ts'

interface ReviewPanelProps {
  readonly plan: FormPlan
  readonly machine: FormMachine
  readonly applyLabel: string
  readonly hasDefaults: boolean
  /** Nothing to press where the page keeps its buttons in sight. */
  readonly onApply?: (() => void) | undefined
}

/** Beside the form: nothing is applied that was not shown here first. */
export function ReviewPanel({ plan, machine, applyLabel, hasDefaults, onApply }: ReviewPanelProps) {
  const faults = useMachineState(machine, (state) => state.faults.length)
  const isBusy = useMachineState(machine, (state) => state.isBusy)
  const isDirty = useMachineState(machine, (state) => state.isDirty)
  const hasConflict = useMachineState(machine, (state) => state.hasConflict)
  const canUndo = useMachineState(machine, (state) => state.canUndo)
  const count = useMachineState(machine, (state) => (state.isDirty ? state.differences.length : 0))
  return (
    <Panel
      title={m.review}
      {...(count === 0 ? {} : { caption: <Tag tone="accent">{formatNumber(count)}</Tag> })}
    >
      <div className={classes['body']}>
        <Review plan={plan} machine={machine} />
      </div>
      <div className={classes['footer']}>
        {onApply !== undefined && (
          <div className={classes['main']}>
            <Button
              variant="primary"
              isBusy={isBusy}
              disabledReason={whyNotApply(plan, { isDirty, hasConflict })}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={onApply}
            >
              {applyLabel}
            </Button>{' '}
            {isDirty && <Button onClick={machine.restart}>{m.discard}</Button>}
            {isDirty && (
              <span className={classes['keys']}>
                <Kbd>{modifierKey()}</Kbd> <Kbd>{m.enterKey}</Kbd> {m.keysApply}
              </span>
            )}
          </div>
        )}
        {isDirty && faults > 0 && <span className={classes['why']}>{m.toCorrect(faults)}</span>}
        {!isDirty && (
          <div className={classes['tools']}>
            {canUndo && (
              <Button size="small" variant="quiet" tooltip={m.undoHint} onClick={machine.undo}>
                {m.undo}
              </Button>
            )}
            {hasDefaults && (
              <Button
                size="small"
                variant="quiet"
                tooltip={m.toDefaultsHint}
                disabledReason={plan.lockedReason}
                onClick={machine.fillDefaults}
              >
                {m.toDefaults}
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}
