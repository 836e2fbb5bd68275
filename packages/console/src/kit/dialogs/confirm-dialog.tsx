import { type SyntheticEvent, useEffect, useId, useState } from 'react'
import { dialogs as m } from '#kit/messages/page.ts'
import { nameInProduction } from '#kit/page/environment.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
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
  interrupts = 'nothing',
  typedName,
  onAnswer,
}: ConfirmDialogProps) {
  const form = useId()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const shown = useArrived(body)
  const stops = useArrived(interrupts)
  const isReady = shown !== undefined && stops !== undefined
  const cluster = stops === undefined || stops === 'nothing' ? undefined : nameInProduction()
  const names = [...new Set([typedName, cluster])].filter((name) => name !== undefined)
  const isNamed = names.every((name) => typed.get(name) === name)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isNamed && isReady) onAnswer(action !== undefined)
  }
  return (
    <DialogShell
      title={title}
      onClose={() => onAnswer(false)}
      {...(size === undefined ? {} : { size })}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} data-autofocus={names.length === 0 ? true : undefined}>
            {action === undefined ? m.close : m.cancel}
          </Button>
          {action !== undefined && (
            <Button
              type="submit"
              form={form}
              variant={danger ? 'danger-primary' : 'primary'}
              isBusy={!isReady}
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
        {names.map((name, at) => (
          <TypedNameField
            key={name}
            name={name}
            isFirst={at === 0}
            value={typed.get(name) ?? ''}
            onChange={(value) => setTyped(new Map(typed).set(name, value))}
          />
        ))}
      </form>
    </DialogShell>
  )
}

/** Returns the value, or undefined until its promise resolves. */
function useArrived<Told>(successMessage: Told | Promise<Told>): Told | undefined {
  const [arrived, setArrived] = useState(successMessage instanceof Promise ? undefined : successMessage)
  useEffect(() => {
    if (!(successMessage instanceof Promise)) return
    let isWanted = true
    void successMessage.then((one) => {
      if (isWanted) setArrived(() => one)
    })
    return () => {
      isWanted = false
    }
  }, [successMessage])
  return arrived
}

interface TypedNameFieldProps {
  readonly name: string
  readonly isFirst: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Asks the user to type the name of the object to be removed, or of the cluster. */
function TypedNameField({ name, isFirst, value, onChange }: TypedNameFieldProps) {
  const short = visibleText(name, MOST_IN_LABEL)
  return (
    <div className={classes['typed']}>
      {short !== name && <Verbatim text={name} wrap mono />}
      <LabelledField label={m.typeName(short)}>
        {(control) => (
          <TextBox
            {...control}
            isCode
            value={value}
            data-autofocus={isFirst ? true : undefined}
            onChange={onChange}
          />
        )}
      </LabelledField>
    </div>
  )
}
