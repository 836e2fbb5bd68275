import { formatNumber } from '#i18n/format-number.ts'
import { truncate } from '#lib/visible-text.ts'
import classes from './command-text.module.css'
import { ui as m } from './messages.ts'

interface CommandTextProps {
  /** What it is, for the ear. */
  readonly label: string
  readonly text: string
}

/** Characters. More of them nobody reads, and a browser lays them out for longer than anybody waits. */
const mostShown = 20_000

/** A command for a shell, every line break of it shown; of a long one the beginning. */
export function CommandText({ label, text }: CommandTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={classes['command']} tabIndex={0} aria-label={label}>
      {truncate(text, mostShown)}
      {text.length > mostShown && (
        <span className={classes['cut']}>{m.notShown(formatNumber(text.length - mostShown))}</span>
      )}
    </section>
  )
}
