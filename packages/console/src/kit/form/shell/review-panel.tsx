import { formatNumber } from '#i18n/format-number.ts'
import { modifierKey } from '#lib/modifier-key.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Panel } from '#ui/panel.tsx'
import { Tag } from '#ui/tag.tsx'
import type { FormPlan } from './form-plan.ts'
import { m } from './messages.ts'
import { Review } from './review.tsx'
import classes from './review-panel.module.css'
import type { FormMachine } from './use-form-machine.ts'
import { whyNotApply } from './why-not-apply.ts'

interface ReviewPanelProps {
  readonly plan: FormPlan
  readonly machine: FormMachine
  readonly applyLabel: string
  readonly defaults: (() => void) | undefined
  readonly onApply: () => void
  readonly onDiscard: () => void
}

/** Beside the form: nothing is applied that was not shown here first. */
export function ReviewPanel({ plan, machine, applyLabel, defaults, onApply, onDiscard }: ReviewPanelProps) {
  const { faults, differences, isBusy, isDirty, undo } = machine
  const count = isDirty ? differences.length : 0
  return (
    <Panel
      title={m.review}
      {...(count === 0 ? {} : { caption: <Tag tone="accent">{formatNumber(count)}</Tag> })}
    >
      <div className={classes['body']}>
        <Review plan={plan} machine={machine} />
      </div>
      <div className={classes['footer']}>
        <div className={classes['main']}>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabledReason={whyNotApply(plan, machine)}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={onApply}
          >
            {applyLabel}
          </Button>{' '}
          {isDirty && <Button onClick={onDiscard}>{m.discard}</Button>}
          {isDirty && (
            <span className={classes['keys']}>
              <Kbd>{modifierKey}</Kbd> <Kbd>{m.enterKey}</Kbd> {m.keysApply}
            </span>
          )}
        </div>
        {isDirty && faults.length > 0 && <span className={classes['why']}>{m.toCorrect(faults.length)}</span>}
        {!isDirty && (
          <div className={classes['tools']}>
            {undo !== undefined && (
              <Button size="small" variant="quiet" tooltip={m.undoHint} onClick={undo}>
                {m.undo}
              </Button>
            )}
            {defaults !== undefined && (
              <Button
                size="small"
                variant="quiet"
                tooltip={m.toDefaultsHint}
                disabledReason={plan.lockedReason}
                onClick={defaults}
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
