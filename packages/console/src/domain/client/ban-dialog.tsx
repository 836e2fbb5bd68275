import { banned } from '@brokerdeck/contract/banned.ts'
import type { ClientRow } from '@brokerdeck/contract/client.ts'
import { type SyntheticEvent, useId, useState } from 'react'
import { type Described, describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { currentSession } from '#api/session.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { RadioList } from '#ui/radio-list.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { TextBox } from '#ui/text-box.tsx'
import {
  type BanTarget,
  type BanTerm,
  banTargets,
  banTermLabels,
  banTerms,
  banUntil,
  banValue,
} from './ban-choices.ts'
import classes from './ban-dialog.module.css'
import { banKindNames } from './ban-kind-names.ts'
import { m } from './messages.ts'

interface BanDialogProps {
  readonly client: ClientRow
  readonly onAnswer: (isBanned: boolean) => void
}

export function BanDialog({ client, onAnswer }: BanDialogProps) {
  const form = useId()
  const [target, setTarget] = useState<BanTarget>('clientid')
  const [term, setTerm] = useState<BanTerm>('day')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Described>()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const who = banValue(client, target)
    if (who === undefined || isBusy) return
    setBusy(true)
    try {
      const by = currentSession()?.username
      const until = banUntil(term, Date.now())
      await request(banned.create, { body: { as: target, who, reason, by, until } })
      notify.success(m.banned)
      onAnswer(true)
    } catch (error) {
      setProblem(describeError(error))
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={() => onAnswer(false)}>{m.cancel}</Button>
      <Button type="submit" form={form} variant="danger-primary" isBusy={isBusy}>
        {m.banTitle}
      </Button>
    </>
  )
  return (
    <DialogShell title={m.banTitle} onClose={() => onAnswer(false)} footer={footer}>
      <form id={form} className={classes['form']} onSubmit={(event) => void submit(event)}>
        <LabelledField label={m.banBy} isGroup>
          {(_control, labelId) => (
            <RadioList<BanTarget>
              labelId={labelId}
              value={target}
              options={banTargets.map((value) => ({
                value,
                label: `${banKindNames[value]} · ${visibleText(banValue(client, value) ?? m.banNobody, 60)}`,
                isDisabled: banValue(client, value) === undefined,
              }))}
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
        <LabelledField label={m.reason} help={m.reasonHelp}>
          {(control) => <TextBox {...control} value={reason} onChange={setReason} />}
        </LabelledField>
        <p className="support">
          {m.banImpact} {target === 'peerhost' && m.banAddress}
        </p>
        {problem && <ErrorState {...problem} />}
      </form>
    </DialogShell>
  )
}
