import { useState } from 'react'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { labMessages as m } from '../messages/rule-lab.ts'
import { pastedContexts } from './lab-message.ts'
import { longestContext } from './read-context.ts'

interface PasteDialogProps {
  readonly sql: string
  readonly onClose: () => void
  readonly onPaste: (contexts: readonly string[]) => void
}

/** Messages from elsewhere, or the payload of one. */
export function PasteDialog({ sql, onClose, onPaste }: PasteDialogProps) {
  const [text, setText] = useState('')
  const isTooLong = text.length > longestContext
  const add = () => {
    onPaste(pastedContexts(text, sql))
    onClose()
  }
  return (
    <DialogShell
      title={m.pasteTitle}
      size={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button variant="primary" disabledReason={isTooLong ? m.faultLong : undefined} onClick={add}>
            {m.pasteAdd}
          </Button>
        </>
      }
    >
      <LabelledField label={m.pasteText} help={m.pasteHelp} fault={isTooLong ? m.faultLong : undefined}>
        {(control) => <TextArea {...control} isCode rows={10} value={text} onChange={setText} />}
      </LabelledField>
    </DialogShell>
  )
}
