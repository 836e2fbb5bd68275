import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import type { ComponentPropsWithoutRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import classes from './field-box.module.css'
import { FieldBox } from './field-box.tsx'

interface SelectBoxProps extends Omit<ChoiceBoxProps, 'isUnit'> {
  readonly hasFault?: boolean
}

/** Offers several choices in the native list, within this console's frame. */
export function SelectBox({ hasFault = false, isLocked = false, ...rest }: SelectBoxProps) {
  return (
    <FieldBox hasFault={hasFault} isLocked={isLocked}>
      <ChoiceBox {...rest} isLocked={isLocked} aria-invalid={hasFault || undefined} />
    </FieldBox>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

interface ChoiceBoxProps
  extends Omit<ComponentPropsWithoutRef<'select'>, 'onChange' | 'value' | 'disabled' | 'className'> {
  readonly value: string
  readonly options: readonly Choice[]
  readonly onChange: (value: string) => void
  readonly isLocked?: boolean
  /** True inside another control, as its unit. */
  readonly isUnit?: boolean
}

/**
 * The native list without a frame. A value that is not among the options is added as it is, because it came from the
 * broker.
 */
export function ChoiceBox(props: ChoiceBoxProps) {
  const { value, options, onChange, isLocked = false, isUnit = false, ...rest } = props
  const isOffered = options.some((option) => option.value === value)
  return (
    <span className={classNames(classes['choice'], isUnit && classes['unit'])}>
      <select
        {...rest}
        value={value}
        disabled={isLocked}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {!isOffered && <option value={value}>{visibleText(value)}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={12} stroke={1.5} aria-hidden />
    </span>
  )
}
