import { type ReactNode, useId, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import { managed as m } from './messages.ts'
import classes from './step-panel.module.css'

interface StepPanelProps<Value extends string> {
  readonly title: string
  readonly cards: readonly ChoiceCard<Value>[]
  readonly onNext: (value: Value) => void
  /** The button that leads back. */
  readonly back?: ReactNode
}

/** Shows one step with a choice; the first available card is selected by default. */
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

interface ChoiceCard<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly about: string
  /** True if this kind exists already. */
  readonly isAdded?: boolean
  /** The reason why the card cannot be chosen. */
  readonly reason?: string | undefined
}

interface ChoiceCardsProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly cards: readonly ChoiceCard<Value>[]
  readonly onChange: (value: Value) => void
}

/** Selects one of several options that need a sentence of explanation each. */
function ChoiceCards<Value extends string>({ label, value, cards, onChange }: ChoiceCardsProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes['cards']}>
      {cards.map((card) => {
        const { reason } = card
        const id = `${name}-${card.value}`
        return (
          <label
            key={card.value}
            className={classNames(classes['card'], reason !== undefined && classes['off'])}
          >
            <input
              type="radio"
              className={classes['dot']}
              name={name}
              checked={card.value === value}
              disabled={reason !== undefined}
              aria-label={card.label}
              aria-describedby={id}
              onChange={() => onChange(card.value)}
            />
            <span className={classes['name']}>
              {card.label} {card.isAdded === true && <Tag>{m.added}</Tag>}
            </span>
            <span id={id} className={classes['about']}>
              {reason ?? card.about}
            </span>
          </label>
        )
      })}
    </div>
  )
}
