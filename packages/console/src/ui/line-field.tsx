import type { ReactNode } from 'react'
import { TextBox, type TextBoxProps } from './field-box.tsx'
import { LabelledField } from './labelled-field.tsx'

interface LineFieldProps extends Pick<TextBoxProps, 'value' | 'onChange' | 'isCode' | 'autoComplete'> {
  readonly label: string
  /** A note beside the label: "optional". */
  readonly note?: string | undefined
  readonly help?: ReactNode
  readonly fault?: string | undefined
}

/** An input for one line of text, with its label. */
export function LineField({ label, note, help, fault, ...box }: LineFieldProps) {
  return (
    <LabelledField label={label} note={note} help={help} fault={fault}>
      {(control) => <TextBox {...control} {...box} />}
    </LabelledField>
  )
}
