import { useState } from 'react'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { apiSender } from './api-sender.ts'
import { publish as m, publishOpening as opening } from './messages.ts'
import { newDraft } from './publish-draft.ts'
import { PublishForm } from './publish-form.tsx'

interface PublishDialogProps {
  /** Empty: to be typed. */
  readonly topic: string
  readonly onClose: () => void
}

/** Publishes through the API, from any page. It stays open: one message seldom is the last. */
export function PublishDialog({ topic, onClose }: PublishDialogProps) {
  const [draft, setDraft] = useState(() => newDraft({ topic }))
  return (
    <DialogShell title={opening.title} size={640} onClose={onClose}>
      <p className="support">{m.throughApi}</p>
      <PublishForm label={opening.title} draft={draft} onDraftChange={setDraft} sender={apiSender()} />
    </DialogShell>
  )
}
