import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { type SyntheticEvent, useId, useState } from 'react'
import { describeError, type ErrorDescription } from '#api/errors.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { controls } from '#kit/messages/form.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { RadioList } from '#ui/radio-list.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { ErrorState } from '#ui/states.tsx'
import {
  type BanChoice,
  type BanTarget,
  type BanTerm,
  banImpacts,
  banKindNames,
  banTargets,
  banTerms,
  banValues,
} from './ban-choices.ts'
import classes from './ban-dialog.module.css'
import { client as m } from './messages.ts'

interface BanDialogProps {
  readonly clients: readonly ClientRow[]
  /** Called before the dialog closes, which shows the error if it fails. */
  readonly onChoose: (choice: BanChoice) => Promise<void>
  readonly onAnswer: (choice: BanChoice | undefined) => void
}

/** Asks which value of the clients to ban, for how long, and why. */
export function BanDialog({ clients, onChoose, onAnswer }: BanDialogProps) {
  const form = useId()
  const [target, setTarget] = useState<BanTarget>('clientid')
  const [term, setTerm] = useState<BanTerm>('day')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorDescription>()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const choice = { target, term, reason }
      await onChoose(choice)
      onAnswer(choice)
    } catch (error) {
      setProblem(describeError(error))
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={() => onAnswer(undefined)}>{m.cancel}</Button>
      <Button type="submit" form={form} variant="danger-primary" isBusy={isBusy}>
        {m.banTitle}
      </Button>
    </>
  )
  return (
    <DialogShell title={m.banTitle} onClose={() => onAnswer(undefined)} footer={footer}>
      <form id={form} className={classes['form']} onSubmit={(event) => void submit(event)}>
        <LabelledField label={m.banBy} isGroup>
          {(_control, labelId) => (
            <RadioList<BanTarget>
              labelId={labelId}
              value={target}
              options={banTargets.map((value) => banOption(value, clients))}
              onChange={setTarget}
            />
          )}
        </LabelledField>
        <LabelledField label={m.until}>
          {(control) => (
            <SelectBox
              {...control}
              value={term}
              options={banTerms.map((value) => ({ value, label: banTermLabels[value] }))}
              onChange={(next) => setTerm(banTerms.find((known) => known === next) ?? 'day')}
            />
          )}
        </LabelledField>
        <LabelledField label={m.reason} note={controls.optional} help={m.reasonHelp}>
          {(control) => <TextBox {...control} value={reason} onChange={setReason} />}
        </LabelledField>
        <p className="support" aria-live="polite">
          {banImpacts[target]}
        </p>
        {problem && <ErrorState {...problem} />}
      </form>
    </DialogShell>
  )
}

function banOption(value: BanTarget, clients: readonly ClientRow[]) {
  const values = banValues(clients, value)
  const [only] = values
  const nobody = clients.length > 1 ? m.banNone : m.banNobody
  const named =
    only !== undefined && values.length === 1 ? visibleText(only, 60) : formatNumber(values.length)
  const isDisabled = only === undefined
  return { value, label: `${banKindNames[value]} · ${isDisabled ? nobody : named}`, isDisabled }
}

const banTermLabels: Record<BanTerm, string> = {
  hour: m.hour,
  day: m.day,
  week: m.week,
  forever: m.forever,
}
