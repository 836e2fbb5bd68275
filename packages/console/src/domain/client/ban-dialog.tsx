import { banned } from '@brokerdeck/contract/banned.ts'
import type { ClientRow } from '@brokerdeck/contract/client.ts'
import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Described, describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import {
  type BanTarget,
  type BanTerm,
  banTargetLabels,
  banTargets,
  banTermLabels,
  banTerms,
  banUntil,
  banValue,
} from './ban-choices.ts'
import { m } from './messages.ts'

interface BanDialogProps {
  readonly client: ClientRow
  readonly onAnswer: (isBanned: boolean) => void
}

export function BanDialog({ client, onAnswer }: BanDialogProps) {
  const [target, setTarget] = useState<BanTarget>('clientid')
  const [term, setTerm] = useState<BanTerm>('day')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Described>()
  const submit = async () => {
    const who = banValue(client, target)
    if (who === undefined || isBusy) return
    setBusy(true)
    try {
      await request(banned.create, { body: { as: target, who, reason, until: banUntil(term, Date.now()) } })
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
      <Button variant="danger-primary" isBusy={isBusy} onClick={() => void submit()}>
        {m.banTitle}
      </Button>
    </>
  )
  return (
    <DialogShell title={m.banTitle} onClose={() => onAnswer(false)} footer={footer}>
      <Stack gap="md">
        <Radio.Group
          label={m.banBy}
          value={target}
          onChange={(value) => setTarget(banTargets.find((known) => known === value) ?? 'clientid')}
        >
          <Stack gap="sm" mt="xs">
            {banTargets.map((each) => (
              <Radio
                key={each}
                value={each}
                disabled={banValue(client, each) === undefined}
                label={`${banTargetLabels[each]} · ${visibleText(banValue(client, each) ?? m.banNobody, 60)}`}
              />
            ))}
          </Stack>
        </Radio.Group>
        <NativeSelect
          label={m.until}
          value={term}
          data={banTerms.map((value) => ({ value, label: banTermLabels[value] }))}
          onChange={({ currentTarget }) =>
            setTerm(banTerms.find((known) => known === currentTarget.value) ?? 'day')
          }
        />
        <TextInput
          label={m.reason}
          description={m.reasonHelp}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <p className="support">
          {m.banImpact} {target === 'peerhost' && m.banAddress}
        </p>
        {problem && <ErrorState {...problem} />}
      </Stack>
    </DialogShell>
  )
}
