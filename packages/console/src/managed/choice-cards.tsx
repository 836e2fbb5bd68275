import { useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Tag } from '#ui/tag.tsx'
import classes from './choice-cards.module.css'
import { managed as m } from './messages.ts'

export interface ChoiceCard<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly about: string
  /** It is there already. */
  readonly isAdded?: boolean
  /** Why it cannot be chosen. */
  readonly reason?: string | undefined
}

interface ChoiceCardsProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly cards: readonly ChoiceCard<Value>[]
  readonly onChange: (value: Value) => void
}

/** One of several things that need a sentence each. */
export function ChoiceCards<Value extends string>({
  label,
  value,
  cards,
  onChange,
}: ChoiceCardsProps<Value>) {
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
