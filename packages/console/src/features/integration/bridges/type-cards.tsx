import type { Icon } from '#features/integration/bridges/catalog/bridge-catalog.ts'
import { LineIcon } from '#ui/line-icon.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './type-cards.module.css'

export interface TypeCard {
  /** The value that the card selects. */
  readonly value: string
  readonly label: string
  readonly icon: Icon
  /** The prerequisites, or a description. */
  readonly about: string
  readonly group: string
}

interface TypeCardsProps {
  readonly cards: readonly TypeCard[]
  readonly onChoose: (value: string) => void
}

/** Shows the cards as buttons, group by group, in their given order. */
export function TypeCards({ cards, onChoose }: TypeCardsProps) {
  const groups = [...new Set(cards.map(({ group }) => group))]
  const grouped = groups.map((name) => [name, cards.filter(({ group }) => group === name)] as const)
  return grouped.map(([group, members]) => (
    <section key={group} className={classes['group']} aria-label={group}>
      <h2>
        {group} <span className="dim">{members.length}</span>
      </h2>
      <ul>
        {members.map(({ value, label, icon, about }) => (
          <li key={value}>
            <button type="button" className={classes['card']} onClick={() => onChoose(value)}>
              <LineIcon drawing={icon} />
              <span className={classes['name']}>
                <Verbatim text={label} wrap />
              </span>
              <span className={classes['about']}>
                <Verbatim text={about} wrap />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  ))
}
