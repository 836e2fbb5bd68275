import { type ReactNode, useState } from 'react'
import { whyNoWrite } from '#api/query.ts'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument, FormOutcome } from '#kit/form/shell/form-spec.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import classes from './checked-import.module.css'
import type { FileReading, ReadFile } from './file-reading.ts'
import { checkedImport as m } from './messages.ts'
import type { FileCheck } from './use-file-check.ts'
import { type SendingControl, useRowSending } from './use-sending.ts'

export interface CheckedFile<Row> {
  readonly file: File
  readonly reading: ReadFile<Row>
  readonly document: ApiDocument
}

interface ImportDialogProps<Row> {
  readonly title: string
  /** The sections of the form; one field, `file`, is the file. */
  readonly sections: readonly Section[]
  readonly document: ApiDocument
  /** The text shown if no row of the file can be imported. */
  readonly noneWords: string
  readonly sendingWords: (share: number) => string
  readonly send: (checked: CheckedFile<Row>, control: SendingControl) => Promise<FormOutcome>
  readonly onClose: () => void
  /** Renders a `ChosenFile`, which reads the file and reports the result. */
  readonly children: (onCheck: (check: FileCheck<Row> | undefined) => void) => ReactNode
}

function findImportFault<Row>(reading: FileReading<Row> | undefined, noneWords: string): string | undefined {
  if (reading === undefined) return m.stillChecking
  if (reading.kind === 'refused') return reading.reason
  return reading.blocked ?? (reading.good.length === 0 ? noneWords : undefined)
}

/** Lets the user choose a file, checks every row of it, and sends the rows that can be imported. */
export function ImportDialog<Row>(props: ImportDialogProps<Row>) {
  const { title, sections, document: given, noneWords, sendingWords, send, onClose, children } = props
  const [check, setCheck] = useState<FileCheck<Row>>()
  const sending = useRowSending()
  const fault = findImportFault(check?.reading, noneWords)
  const apply = async (document: ApiDocument): Promise<FormOutcome> => {
    if (check?.reading?.kind !== 'read') return { kind: 'refused', title: m.stillChecking, fields: [] }
    const { file, reading } = check
    return await sending.run((control) => send({ file, reading, document }, control))
  }
  return (
    <FormDialog
      title={title}
      submitLabel={m.submit}
      onClose={onClose}
      size={640}
      isLocal
      plan={{
        sections,
        document: given,
        isNew: true,
        check: ({ file }) =>
          file !== undefined && fault !== undefined ? [{ path: 'file', message: fault }] : [],
        plan: () => undefined,
        apply,
        lockedReason: whyNoWrite(),
      }}
    >
      {children(setCheck)}
      {sending.share !== undefined && (
        <SendingProgress share={sending.share} words={sendingWords(sending.share)} onStop={sending.stop} />
      )}
    </FormDialog>
  )
}

interface SendingProgressProps {
  /** The share that has been sent, from 0 to 1. */
  readonly share: number
  readonly words: string
  readonly onStop: () => void
}

function SendingProgress({ share, words, onStop }: SendingProgressProps) {
  return (
    <div role="status" className={classes['verdict']}>
      <Meter size="wide" label={m.sendProgress} value={share} />
      <span>{words}</span>
      <div>
        <Button size="small" onClick={onStop}>
          {m.stop}
        </Button>
      </div>
    </div>
  )
}
