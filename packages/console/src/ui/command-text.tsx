import { formatNumber } from '#i18n/format-number.ts'
import { truncate } from '#lib/visible-text.ts'
import classes from './command-text.module.css'
import { ui as m } from './messages.ts'

interface CommandTextProps {
  /** The accessible name of the command. */
  readonly label: string
  readonly text: string
}

/** The maximum number of characters shown: more are not readable, and take a browser too long to lay out. */
const mostShown = 20_000

/** Shows a command for a shell with all its line breaks; only the beginning of a long command. */
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
