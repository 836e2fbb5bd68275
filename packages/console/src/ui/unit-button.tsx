import type { ComponentPropsWithoutRef } from 'react'
import classes from './field-box.module.css'

/** A button inside a control, behind a hairline. */
export function UnitButton(props: ComponentPropsWithoutRef<'button'>) {
  return <button type="button" {...props} className={classes['unit']} />
}
