import { isMap, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { useState } from 'react'
import { labMessages as m } from '#features/integration/rules/messages/rule-lab.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { readOutput } from './compare-outputs.ts'
import { exampleContext, mostMessages, printColumns } from './lab-message.ts'
import { longestContext } from './read-context.ts'

interface PasteDialogProps {
  readonly sql: string
  readonly onClose: () => void
  readonly onPaste: (contexts: readonly string[]) => void
}

/** Adds messages from elsewhere, or the payload of a message. */
export function PasteDialog({ sql, onClose, onPaste }: PasteDialogProps) {
  const [text, setText] = useState('')
  const isTooLong = text.length > longestContext
  const add = () => {
    onPaste(listPastedContexts(text, sql))
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

/** Reads the text as one message in JSON or a list of messages; any other text becomes the payload of one message. */
function listPastedContexts(text: string, sql: string): readonly string[] {
  const read = readOutput(text.slice(0, longestContext))?.term
  const given: readonly Term[] = Array.isArray(read) ? read : [read]
  const messages = given.filter((term) => isMap(term)).filter((columns) => columns.has('event_type'))
  if (messages.length > 0 && messages.length === given.length) {
    return messages.slice(0, mostMessages).map(printColumns)
  }
  const example = readOutput(exampleContext(sql))?.term
  const columns = isMap(example) ? new Map(example) : new Map<string, Term>()
  return [printColumns(columns.set('payload', text.slice(0, longestContext)))]
}
