import classes from './kbd.module.css'

/** A key of the keyboard. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={classes['kbd']}>{children}</kbd>
}
