import { type ComponentPropsWithoutRef, useId } from 'react'
import classes from './toggle-input.module.css'

interface ToggleInputProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'onChange' | 'checked' | 'disabled'> {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** Its name, where it is not what a label on the page says. */
  readonly label?: string | undefined
  /** Words beside it; a click on them counts. */
  readonly note?: string | undefined
  readonly isDisabled?: boolean
}

/** A switch: on or off, not a thing to be chosen. One that cannot be turned keeps the focus. */
export function ToggleInput(props: ToggleInputProps) {
  const { isOn, onChange, label, note, isDisabled = false, ...rest } = props
  const ownId = useId()
  const id = rest.id ?? ownId
  const input = (
    <input
      role="switch"
      {...rest}
      id={id}
      type="checkbox"
      className={classes['switch']}
      aria-label={label}
      aria-checked={isOn}
      aria-disabled={isDisabled || undefined}
      checked={isOn}
      onChange={(event) => !isDisabled && onChange(event.currentTarget.checked)}
    />
  )
  if (note === undefined) return input
  return (
    <span className={classes['row']}>
      {input}
      <label htmlFor={id} className={classes['note']}>
        {note}
      </label>
    </span>
  )
}
