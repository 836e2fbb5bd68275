import { useState } from 'react'
import { labMessages as m } from '#features/integration/rules/messages/rule-lab.ts'
import type { PayloadDraft } from '#lib/payload-draft.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { type LabMessage, printColumns } from './lab-message.ts'
import { MessageForm } from './message-form.tsx'
import { messageFaultWords } from './message-words.ts'
import { readColumns, readTestContext } from './read-context.ts'
import classes from './rule-lab.module.css'

const views = [
  { value: 'form', label: m.form },
  { value: 'raw', label: m.raw },
] as const

interface MessageEditorProps {
  readonly message: Pick<LabMessage, 'context' | 'origin'>
  readonly onChange: (context: string) => void
}

/** Edits one message as a form or as JSON: two views of the same text, so that neither loses what the other shows. */
export function MessageEditor({ message, onChange }: MessageEditorProps) {
  const [view, setView] = useState<'form' | 'raw'>('form')
  /** A payload draft that is not valid bytes yet cannot be stored in the text. */
  const [draft, setDraft] = useState<PayloadDraft>()
  const read = readColumns(message.context)
  const checked = readTestContext(message.context)
  const fault = 'fault' in checked ? checked.fault : undefined
  const isForm = view === 'form' && !('fault' in read)
  return (
    <div className={classes['part']}>
      <div className={classes['bar']}>
        <Segmented label={m.view} value={isForm ? 'form' : 'raw'} options={views} onChange={setView} />
      </div>
      {message.origin === 'example' && <p className={classes['note']}>{m.exampleHelp}</p>}
      {message.origin === 'captured' && <p className={classes['note']}>{m.capturedHelp}</p>}
      {isForm ? (
        <MessageForm
          columns={read.columns}
          draft={draft}
          onDraft={setDraft}
          onChange={(columns) => onChange(printColumns(columns))}
        />
      ) : (
        <LabelledField label={m.rawLabel} fault={fault && messageFaultWords(fault)}>
          {(control) => (
            <TextArea
              {...control}
              isCode
              rows={12}
              value={message.context}
              onChange={(text) => {
                setDraft(undefined)
                onChange(text)
              }}
            />
          )}
        </LabelledField>
      )}
    </div>
  )
}
