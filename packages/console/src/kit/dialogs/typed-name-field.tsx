import { visibleText } from '#lib/visible-text.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './dialog-shell.module.css'
import { m } from './messages.ts'

interface TypedNameFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const MOST_IN_LABEL = 40

/** Asks for the name of what is about to go. */
export function TypedNameField({ name, value, onChange }: TypedNameFieldProps) {
  const short = visibleText(name, MOST_IN_LABEL)
  return (
    <div className={classes['typed']}>
      {short !== name && <Verbatim text={name} wrap mono />}
      <LabelledField label={m.typeName(short)}>
        {(control) => <TextBox {...control} isCode value={value} data-autofocus onChange={onChange} />}
      </LabelledField>
    </div>
  )
}
