import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './field-box.module.css'

interface FieldBoxProps {
  readonly hasFault?: boolean
  readonly isLocked?: boolean
  /** True if the box grows with its content instead of being one line high. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** The frame of every input; it shows the focus of its content. */
export function FieldBox({ hasFault = false, isLocked = false, isTall = false, children }: FieldBoxProps) {
  return (
    <span
      className={classNames(classes['box'], isTall && classes['tall'])}
      data-fault={hasFault || undefined}
      data-locked={isLocked || undefined}
    >
      {children}
    </span>
  )
}

export interface TextBoxProps
  extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'readOnly'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hasFault?: boolean
  /** True if the text can be read and copied, but not changed. */
  readonly isLocked?: boolean
  /** True if the text is read by machines. */
  readonly isCode?: boolean
  /** An icon before the text, inside the frame. */
  readonly icon?: ReactNode
  /** An element after the text, inside the frame: a unit, a choice of units, a button. */
  readonly end?: ReactNode
}

/** An input for one line of text. */
export function TextBox(props: TextBoxProps) {
  const {
    hasFault = false,
    isLocked = false,
    isCode = false,
    icon,
    end,
    onChange,
    className,
    ...rest
  } = props
  return (
    <FieldBox hasFault={hasFault} isLocked={isLocked}>
      {icon}
      <input
        type="text"
        autoComplete="off"
        {...(isCode ? { spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off' } : {})}
        {...rest}
        className={classNames(classes['input'], isCode && classes['mono'], className)}
        readOnly={isLocked}
        aria-invalid={hasFault || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {end}
    </FieldBox>
  )
}
