import type { ReactNode } from 'react'
import classes from './segmented.module.css'

interface Segment<Value extends string | number> {
  readonly value: Value
  readonly label: ReactNode
  /** The reason why the option is disabled. It stays focusable. */
  readonly disabledReason?: string | undefined
}

interface SegmentedProps<Value extends string | number> {
  readonly label: string
  readonly value: Value
  readonly options: readonly Segment<Value>[]
  readonly onChange: (value: Value) => void
}

/** Offers a few choices as pressed buttons in a named group. */
export function Segmented<Value extends string | number>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange } = props
  return (
    <fieldset className={classes['group']} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes['option']}
          aria-pressed={option.value === value}
          aria-disabled={option.disabledReason !== undefined || undefined}
          title={option.disabledReason}
          onClick={() => option.disabledReason === undefined && onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
