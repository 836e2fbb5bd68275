import { type SyntheticEvent, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { ConfirmRequest } from './confirm-request.ts'
import classes from './dialog-shell.module.css'
import { DialogShell } from './dialog-shell.tsx'
import { m } from './messages.ts'
import { TypedNameField } from './typed-name-field.tsx'

interface ConfirmDialogProps extends ConfirmRequest {
  readonly onAnswer: (isConfirmed: boolean) => void
}

export function ConfirmDialog({
  title,
  body,
  action,
  danger = false,
  size,
  typedName,
  onAnswer,
}: ConfirmDialogProps) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const isNamed = typedName === undefined || typed === typedName
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isNamed) onAnswer(true)
  }
  return (
    <DialogShell
      title={title}
      onClose={() => onAnswer(false)}
      {...(size === undefined ? {} : { size })}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} data-autofocus={typedName === undefined ? true : undefined}>
            {m.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger-primary' : 'primary'}
            disabledReason={isNamed ? undefined : m.nameDiffers}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className={classes['body']} onSubmit={submit}>
        {body}
        {typedName !== undefined && <TypedNameField name={typedName} value={typed} onChange={setTyped} />}
      </form>
    </DialogShell>
  )
}
