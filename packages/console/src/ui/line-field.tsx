import type { ReactNode } from 'react'
import { TextBox, type TextBoxProps } from './field-box.tsx'
import { LabelledField } from './labelled-field.tsx'

interface LineFieldProps extends Pick<TextBoxProps, 'value' | 'onChange' | 'isCode' | 'autoComplete'> {
  readonly label: string
  /** Beside the label: "optional". */
  readonly note?: string | undefined
  readonly help?: ReactNode
  readonly fault?: string | undefined
}

/** A line of text that is typed, with its label. */
export function LineField({ label, note, help, fault, ...box }: LineFieldProps) {
  return (
    <LabelledField label={label} note={note} help={help} fault={fault}>
      {(control) => <TextBox {...control} {...box} />}
    </LabelledField>
  )
}
