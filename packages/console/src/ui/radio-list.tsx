import { useId } from 'react'
import classes from './radio-list.module.css'

interface RadioChoice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly isDisabled?: boolean
}

interface RadioListProps<Value extends string> {
  /** The id of the element that names the group. */
  readonly labelId: string
  readonly value: Value
  readonly options: readonly RadioChoice<Value>[]
  readonly onChange: (value: Value) => void
}

/** Offers a few choices, each on a line of its own, for choices that need to be read first. */
export function RadioList<Value extends string>({
  labelId,
  value,
  options,
  onChange,
}: RadioListProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelId} className={classes['list']}>
      {options.map((option) => (
        <label key={option.value} className={classes['choice']}>
          <input
            type="radio"
            className={classes['dot']}
            name={name}
            checked={option.value === value}
            disabled={option.isDisabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
