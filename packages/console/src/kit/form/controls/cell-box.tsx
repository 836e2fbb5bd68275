import { type ComponentPropsWithoutRef, useId } from 'react'
import { TextBox } from '#ui/text-box.tsx'
import { FieldFault } from '../field-fault.tsx'
import { useFormMeta } from '../form-meta.ts'
import { fieldAttribute } from '../shell/focus-control.ts'

interface CellBoxProps
  extends Pick<ComponentPropsWithoutRef<'input'>, 'placeholder' | 'inputMode' | 'onKeyDown' | 'onPaste'> {
  /** Where faults look for it: `headers.2.key`. */
  readonly name: string
  readonly label: string
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (value: string) => void
}

/** A text within a table, with what is wrong with it under it. */
export function CellBox({ name, label, isDisabled, ...rest }: CellBoxProps) {
  const faultId = useId()
  const { faults, leave } = useFormMeta()
  const fault = faults.get(name)
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
      />
      {fault !== undefined && <FieldFault id={faultId}>{fault}</FieldFault>}
    </div>
  )
}
