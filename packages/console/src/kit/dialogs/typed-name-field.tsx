import { TextInput } from '@mantine/core'
import { visibleText } from '#lib/visible-text.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './dialog-shell.module.css'
import { m } from './messages.ts'

interface TypedNameFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Asks for the name of what is about to go. */
export function TypedNameField({ name, value, onChange }: TypedNameFieldProps) {
  return (
    <div className={classes['typed']}>
      <Verbatim text={name} wrap mono />
      <TextInput
        aria-label={m.typeName(visibleText(name))}
        placeholder={m.typeName(visibleText(name, 40))}
        value={value}
        autoComplete="off"
        data-autofocus
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
