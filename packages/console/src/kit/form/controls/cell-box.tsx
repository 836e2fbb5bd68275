import { type ComponentPropsWithoutRef, useId } from 'react'
import { FieldFault } from '#ui/field-fault.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { useFormMarks, useFormStore } from '../form-store.ts'
import { fieldAttribute } from '../shell/focus-control.ts'

interface CellBoxProps
  extends Pick<ComponentPropsWithoutRef<'input'>, 'placeholder' | 'inputMode' | 'onPaste'> {
  /** Where faults look for it: `headers.2.key`. */
  readonly name: string
  readonly label: string
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (value: string) => void
  /** Enter was pressed: in a table it goes on, it does not send the form. */
  readonly onNext: () => void
}

/** A text within a table, with what is wrong with it under it. */
export function CellBox({ name, label, isDisabled, onNext, ...rest }: CellBoxProps) {
  const faultId = useId()
  const { leave } = useFormStore()
  const fault = useFormMarks(({ faultAt }) => faultAt.get(name))
  return (
    <div {...{ [fieldAttribute]: name }}>
      <TextBox
        {...rest}
        isCode
        aria-label={label}
        aria-describedby={fault === undefined ? undefined : faultId}
        hasFault={fault !== undefined}
        isLocked={isDisabled}
        onBlur={() => leave(name)}
        onKeyDown={(event) => {
          // An input method takes Enter to mean its own.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (rest.value.trim() !== '') onNext()
        }}
      />
      {fault !== undefined && <FieldFault id={faultId}>{fault}</FieldFault>}
    </div>
  )
}
