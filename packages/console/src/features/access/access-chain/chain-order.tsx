import classes from './chain-order.module.css'
import { m } from './messages.ts'

interface ChainOrderProps {
  /** As they will stand. */
  readonly names: readonly string[]
  /** Which of them gets another place. */
  readonly moved: number
}

/** The order that a move comes to. */
export function ChainOrder({ names, moved }: ChainOrderProps) {
  return (
    <>
      <p>{m.newOrder}</p>
      <ol className={classes['order']} aria-label={m.order}>
        {names.map((name, at) => (
          <li key={name} className={at === moved ? classes['moved'] : undefined}>
            {name}
            {at === moved && <span className="visually-hidden"> {m.isMoved}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}
