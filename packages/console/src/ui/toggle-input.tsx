import { type ComponentPropsWithoutRef, useId } from 'react'
import classes from './toggle-input.module.css'

interface ToggleInputProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'onChange' | 'checked' | 'disabled'> {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** The accessible name, if it differs from the label on the page. */
  readonly label?: string | undefined
  /** Words beside the switch; a click on them toggles it. */
  readonly note?: string | undefined
  readonly isDisabled?: boolean
}

/** A switch for on and off, not for choosing something. A disabled switch keeps the focus. */
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
