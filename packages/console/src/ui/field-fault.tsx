import classes from './labelled-field.module.css'
import { StatusShape } from './status.tsx'

/** What is wrong, under the control; controls point to it by `id`. */
export function FieldFault({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <p id={id} className={classes['fault']}>
      <StatusShape kind="bad" />
      <span>{children}</span>
    </p>
  )
}
