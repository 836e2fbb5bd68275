import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { PayloadInput } from '#kit/payload-input/payload-input.tsx'
import { Button } from '#ui/button.tsx'
import { HistoryFold } from './history-fold.tsx'
import { MessageFields } from './message-fields.tsx'
import { publish as m } from './messages.ts'
import { OutcomeNote } from './outcome-note.tsx'
import { PropertiesFold } from './properties-fold.tsx'
import type { PublishDraft } from './publish-draft.ts'
import classes from './publish-form.module.css'
import type { PublishMessage, PublishSender } from './publish-message.ts'
import { RepeatFold } from './repeat-fold.tsx'
import { usePublishing } from './use-publishing.ts'

interface PublishFormProps {
  /** What it is, for the ear: "Publish". */
  readonly label: string
  readonly draft: PublishDraft
  readonly onDraftChange: (draft: PublishDraft) => void
  readonly sender: PublishSender
  /** What else can be done with the message; undefined while there is something to correct. */
  readonly beside?: (prepare: () => PublishMessage | undefined) => ReactNode
}

/** A message with everything that MQTT 5 lets it carry: once, again from before, or repeatedly. */
export function PublishForm({ label, draft, onDraftChange, sender, beside }: PublishFormProps) {
  const publishing = usePublishing(draft, sender)
  const { faults, leave, isBusy, answered, prepare, publish } = publishing
  const form = useRef<HTMLFormElement>(null)
  const isToFocus = useRef(false)
  useEffect(() => {
    if (!isToFocus.current) return
    isToFocus.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    isToFocus.current = true
    void publish()
  }
  const change = (part: Partial<PublishDraft>) => onDraftChange({ ...draft, ...part })
  return (
    <form ref={form} className={classes['form']} aria-label={label} noValidate onSubmit={submit}>
      <MessageFields draft={draft} limits={sender.limits} faults={faults} onChange={change} onLeave={leave} />
      <PayloadInput
        label={m.payload}
        value={draft.payload}
        fault={faults.get('payload')}
        onLeave={() => leave('payload')}
        onChange={(payload) => change({ payload })}
      />
      {sender.limits.hasProperties && (
        <PropertiesFold
          draft={draft}
          limits={sender.limits}
          faults={faults}
          onChange={change}
          onLeave={leave}
        />
      )}
      <div className={classes['actions']}>
        <Button type="submit" variant="primary" isBusy={isBusy} disabledReason={sender.whyNot}>
          {m.publish}
        </Button>
        {beside?.(prepare)}
        {sender.whyNot !== undefined && <span className="support">{sender.whyNot}</span>}
      </div>
      <OutcomeNote answered={answered} />
      <div>
        <RepeatFold sender={sender} prepare={prepare} />
        <HistoryFold onChoose={onDraftChange} />
      </div>
    </form>
  )
}
