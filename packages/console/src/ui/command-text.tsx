import classes from './command-text.module.css'

interface CommandTextProps {
  /** What it is, for the ear. */
  readonly label: string
  readonly text: string
}

/** A command for a shell, every line break of it shown. */
export function CommandText({ label, text }: CommandTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={classes['command']} tabIndex={0} aria-label={label}>
      {text}
    </section>
  )
}
