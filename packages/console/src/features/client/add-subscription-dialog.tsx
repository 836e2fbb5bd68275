import type { Client } from '@brokerdeck/contract/client.ts'
import { clients } from '@brokerdeck/contract/clients.ts'
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { write } from '#api/query.ts'
import { describeFilterFault } from '#domain/subscription/filter-fault.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { m } from './messages.ts'
import { blankSubscribeForm, isShared, type SubscribeForm, toSubscribe } from './subscribe-form.ts'

interface AddSubscriptionDialogProps {
  readonly client: Client
  readonly onAnswer: (isSubscribed: boolean) => void
}

export function AddSubscriptionDialog({ client, onAnswer }: AddSubscriptionDialogProps) {
  const id = useId()
  const [form, setForm] = useState(blankSubscribeForm)
  const [isSubmitted, setSubmitted] = useState(false)
  const change = (changed: Partial<SubscribeForm>) => setForm({ ...form, ...changed })
  const subscribe = useMutation({
    ...write(clients.subscribe, { refreshes: [clients.subscriptions, clients.get] }),
    onSuccess: () => {
      notify.success(m.subscribed)
      onAnswer(true)
    },
  })
  const hasOptions = client.proto_ver === 5
  const fault = describeFilterFault(form.topic)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (fault !== undefined || subscribe.isPending) return
    subscribe.mutate({ params: { clientid: client.clientid }, body: toSubscribe(form, hasOptions) })
  }
  const help = client.mountpoint
    ? `${m.topicHelp} ${m.mountpointHelp(visibleText(client.mountpoint, 80))}`
    : m.topicHelp
  const footer = (
    <>
      <Button onClick={() => onAnswer(false)}>{m.cancel}</Button>
      <Button type="submit" form={id} variant="primary" isBusy={subscribe.isPending}>
        {m.addSubscription}
      </Button>
    </>
  )
  return (
    <DialogShell title={m.addSubscription} onClose={() => onAnswer(false)} footer={footer}>
      <form id={id} onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={m.topicFilter}
            description={help}
            value={form.topic}
            error={isSubmitted ? fault : undefined}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={({ currentTarget }) => change({ topic: currentTarget.value })}
          />
          <NativeSelect
            label={m.qosLabel}
            value={String(form.qos)}
            data={['0', '1', '2']}
            onChange={({ currentTarget }) => change({ qos: Number(currentTarget.value) })}
          />
          {hasOptions && <Mqtt5Options form={form} onChange={change} />}
          <p className="support">{m.subscribeImpact}</p>
          {subscribe.error && <ErrorState {...describeError(subscribe.error)} />}
        </Stack>
      </form>
    </DialogShell>
  )
}

interface Mqtt5OptionsProps {
  readonly form: SubscribeForm
  readonly onChange: (changed: Partial<SubscribeForm>) => void
}

function Mqtt5Options({ form, onChange }: Mqtt5OptionsProps) {
  const isNoLocalImpossible = isShared(form.topic)
  return (
    <>
      <Checkbox
        label={m.noLocal}
        description={isNoLocalImpossible ? m.noLocalShared : m.noLocalHelp}
        checked={form.noLocal && !isNoLocalImpossible}
        disabled={isNoLocalImpossible}
        onChange={({ currentTarget }) => onChange({ noLocal: currentTarget.checked })}
      />
      <Checkbox
        label={m.retainAsPublished}
        description={m.retainAsPublishedHelp}
        checked={form.retainAsPublished}
        onChange={({ currentTarget }) => onChange({ retainAsPublished: currentTarget.checked })}
      />
      <NativeSelect
        label={m.retainHandling}
        value={String(form.retainHandling)}
        data={[
          { value: '0', label: m.retainSend },
          { value: '1', label: m.retainSendNew },
          { value: '2', label: m.retainNever },
        ]}
        onChange={({ currentTarget }) => onChange({ retainHandling: Number(currentTarget.value) })}
      />
    </>
  )
}
