import type { Client } from '@brokerdeck/contract/client.ts'
import { clients } from '@brokerdeck/contract/clients.ts'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { write } from '#api/query.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { m } from './messages.ts'

const longestSeconds = 65_535

function parseInterval(text: string): number | undefined {
  if (!/^\s*\d{1,5}\s*$/.test(text)) return undefined
  const seconds = Number(text)
  return seconds <= longestSeconds ? seconds : undefined
}

interface KeepaliveDialogProps {
  readonly client: Client
  readonly onAnswer: (isChanged: boolean) => void
}

export function KeepaliveDialog({ client, onAnswer }: KeepaliveDialogProps) {
  const id = useId()
  const [text, setText] = useState(String(client.keepalive))
  const interval = parseInterval(text)
  const change = useMutation({
    ...write(clients.setKeepalive, { refreshes: [clients.get] }),
    onSuccess: () => {
      notify.success(m.keepAliveChanged)
      onAnswer(true)
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (interval === undefined || change.isPending) return
    change.mutate({ params: { clientid: client.clientid }, body: { interval } })
  }
  const footer = (
    <>
      <Button onClick={() => onAnswer(false)}>{m.cancel}</Button>
      <Button type="submit" form={id} variant="primary" isBusy={change.isPending}>
        {m.change}
      </Button>
    </>
  )
  return (
    <DialogShell title={m.changeKeepAlive} onClose={() => onAnswer(false)} footer={footer} size={400}>
      <form id={id} onSubmit={submit}>
        <TextInput
          label={m.interval}
          description={m.intervalHelp}
          value={text}
          inputMode="numeric"
          autoComplete="off"
          error={interval === undefined ? m.intervalWrong : undefined}
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {change.error && <ErrorState {...describeError(change.error)} />}
      </form>
    </DialogShell>
  )
}
