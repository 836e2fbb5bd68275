import { type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { dialogs as m } from '../messages/page.ts'
import { nameInProduction } from '../page/environment.ts'
import classes from './dialog-shell.module.css'
import { DialogShell } from './dialog-shell.tsx'
import type { ConfirmRequest, Notice } from './dialog-store.ts'

const MOST_IN_LABEL = 40

interface ConfirmDialogProps extends Notice, Partial<Omit<ConfirmRequest, keyof Notice>> {
  readonly onAnswer: (isConfirmed: boolean) => void
}

export function ConfirmDialog({
  title,
  body,
  action,
  danger = false,
  size,
  cutsConnections = false,
  typedName = cutsConnections ? nameInProduction() : undefined,
  onAnswer,
}: ConfirmDialogProps) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const shown = useArrived(body)
  const isNamed = typedName === undefined || typed === typedName
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isNamed && shown !== undefined) onAnswer(action !== undefined)
  }
  return (
    <DialogShell
      title={title}
      onClose={() => onAnswer(false)}
      {...(size === undefined ? {} : { size })}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} data-autofocus={typedName === undefined ? true : undefined}>
            {action === undefined ? m.close : m.cancel}
          </Button>
          {action !== undefined && (
            <Button
              type="submit"
              form={form}
              variant={danger ? 'danger-primary' : 'primary'}
              isBusy={shown === undefined}
              disabledReason={isNamed ? undefined : m.nameDiffers}
            >
              {action}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className={classes['body']} onSubmit={submit}>
        {shown ?? <p role="status">{m.asking}</p>}
        {typedName !== undefined && <TypedNameField name={typedName} value={typed} onChange={setTyped} />}
      </form>
    </DialogShell>
  )
}

/** Undefined until it is there. */
function useArrived(body: ReactNode): ReactNode | undefined {
  const [arrived, setArrived] = useState<ReactNode>(body instanceof Promise ? undefined : body)
  useEffect(() => {
    if (!(body instanceof Promise)) return
    let isWanted = true
    void body.then((one) => {
      if (isWanted) setArrived(one)
    })
    return () => {
      isWanted = false
    }
  }, [body])
  return arrived
}

interface TypedNameFieldProps {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Asks for the name of what is about to go. */
function TypedNameField({ name, value, onChange }: TypedNameFieldProps) {
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
