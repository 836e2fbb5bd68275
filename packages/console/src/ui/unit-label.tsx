import classes from './field-box.module.css'

/** What is counted, inside a control, behind a hairline. */
export function UnitLabel({ children }: { readonly children: string }) {
  return <span className={classes['unit']}>{children}</span>
}
