import { type ComponentPropsWithoutRef, useEffect, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'onChange' | 'checked'> {
  readonly checked: boolean
  /** True if some, but not all, are checked. */
  readonly mixed?: boolean
  readonly onChange: (checked: boolean) => void
}

/** The native checkbox in this console's style; set `aria-label` or wrap it in a label. */
export function Checkbox({ checked, mixed = false, onChange, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <input
      {...rest}
      ref={input}
      type="checkbox"
      className={classNames(classes['box'], className)}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
