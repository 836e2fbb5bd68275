import type { ComponentPropsWithoutRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './field-box.module.css'
import { FieldBox } from './field-box.tsx'
import { insertWhole } from './insert-whole.ts'

interface TextAreaProps
  extends Omit<ComponentPropsWithoutRef<'textarea'>, 'onChange' | 'value' | 'readOnly'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hasFault?: boolean
  readonly isLocked?: boolean
  readonly isCode?: boolean
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { hasFault = false, isLocked = false, isCode = false, onChange, className, ...rest } = props
  return (
    <FieldBox hasFault={hasFault} isLocked={isLocked} isTall>
      <textarea
        ref={insertWhole}
        {...(isCode ? { spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off' } : {})}
        {...rest}
        className={classNames(classes['input'], isCode && classes['mono'], className)}
        readOnly={isLocked}
        aria-invalid={hasFault || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FieldBox>
  )
}
