import type { ComponentPropsWithoutRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import classes from './field-box.module.css'
import { FieldBox } from './field-box.tsx'

interface TextAreaProps
  extends Omit<ComponentPropsWithoutRef<'textarea'>, 'onChange' | 'value' | 'readOnly'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hasFault?: boolean
  readonly isLocked?: boolean
  readonly isCode?: boolean
}

/** An input for several lines of text. */
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

/** The number of lines from which a text cannot have been typed. */
const manyLines = 50

/**
 * The ref of a text area. Chromium types text that is inserted by other means than pasting (dictation, form fillers)
 * line by line, each as costly as a keystroke; this inserts the text as a whole, which cannot be undone.
 */
export function insertWhole(area: HTMLTextAreaElement | null): (() => void) | undefined {
  if (area === null) return undefined
  const insert = (event: InputEvent) => {
    if (event.inputType !== 'insertText' || (event.data?.split('\n').length ?? 0) < manyLines) return
    event.preventDefault()
    area.setRangeText(event.data ?? '', area.selectionStart, area.selectionEnd, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  }
  area.addEventListener('beforeinput', insert)
  return () => area.removeEventListener('beforeinput', insert)
}
