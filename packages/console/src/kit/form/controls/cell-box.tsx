import { type ComponentPropsWithoutRef, useId } from 'react'
import { useFormMarks, useFormStore } from '#kit/form/form-store.ts'
import { fieldAttribute } from '#kit/form/shell/focus-control.ts'
import { TextBox } from '#ui/field-box.tsx'
import { FieldFault } from '#ui/labelled-field.tsx'
import { type CompletingProps, TemplateControl } from './template-control.tsx'

interface CellBoxProps
  extends Pick<ComponentPropsWithoutRef<'input'>, 'placeholder' | 'inputMode' | 'onPaste'> {
  /** The path under which validation errors find the cell: `headers.2.key`. */
  readonly name: string
  readonly label: string
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (value: string) => void
  /** Called on Enter, which moves on in a table and does not submit the form. */
  readonly onNext: () => void
  /** True if the text may hold placeholders, which are completed. */
  readonly isTemplate?: boolean | undefined
}

/** A text field within a table, with its validation error below it. */
export function CellBox({ name, label, isDisabled, onNext, isTemplate, ...rest }: CellBoxProps) {
  const faultId = useId()
  const { leave } = useFormStore()
  const fault = useFormMarks(({ faultAt }) => faultAt.get(name))
  const renderBox = ({ onBlur, onKeyDown, ...completing }: CompletingProps = {}) => (
    <TextBox
      {...rest}
      {...completing}
      isCode
      aria-label={label}
      aria-describedby={fault === undefined ? undefined : faultId}
      hasFault={fault !== undefined}
      isLocked={isDisabled}
      onBlur={() => {
        onBlur?.()
        leave(name)
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        // An input method uses Enter itself, as does the list of placeholders.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.isDefaultPrevented()) return
        event.preventDefault()
        if (rest.value.trim() !== '') onNext()
      }}
    />
  )
  return (
    <div {...{ [fieldAttribute]: name }}>
      {isTemplate === true ? (
        <TemplateControl text={rest.value} isDisabled={isDisabled} onChange={rest.onChange}>
          {renderBox}
        </TemplateControl>
      ) : (
        renderBox()
      )}
      {fault !== undefined && <FieldFault id={faultId}>{fault}</FieldFault>}
    </div>
  )
}
