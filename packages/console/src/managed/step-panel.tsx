import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { type ChoiceCard, ChoiceCards } from './choice-cards.tsx'
import { managed as m } from './messages.ts'
import classes from './step-panel.module.css'

interface StepPanelProps<Value extends string> {
  readonly title: string
  readonly cards: readonly ChoiceCard<Value>[]
  readonly onNext: (value: Value) => void
  /** A way back. */
  readonly back?: ReactNode
}

/** One step in which something is chosen; what can be had first is chosen already. */
export function StepPanel<Value extends string>({ title, cards, onNext, back }: StepPanelProps<Value>) {
  const [touched, setTouched] = useState<Value>()
  const value =
    touched ?? cards.find(({ reason, isAdded }) => reason === undefined && isAdded !== true)?.value
  return (
    <Panel
      title={title}
      padded
      footer={
        <div className={classes['footer']}>
          {back}
          <Button
            variant="primary"
            disabledReason={value === undefined ? m.nothingLeft : undefined}
            onClick={() => value !== undefined && onNext(value)}
          >
            {m.next}
          </Button>
        </div>
      }
    >
      <ChoiceCards label={title} value={value} cards={cards} onChange={setTouched} />
    </Panel>
  )
}
