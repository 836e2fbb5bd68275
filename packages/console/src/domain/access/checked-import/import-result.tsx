import { formatNumber } from '#i18n/format-number.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Status } from '#ui/status.tsx'
import { BadRows } from './bad-rows.tsx'
import classes from './checked-import.module.css'
import { saveBadRows } from './chosen-file.tsx'
import type { BadRow, FileFormat } from './file-reading.ts'
import { checkedImport as m } from './messages.ts'

export interface ImportOutcome {
  /** What was imported, in one sentence. */
  readonly summary: string
  /** Nothing failed, was passed over or left out. */
  readonly isWhole: boolean
  /** Why it did not come to its end. */
  readonly ended?: string | undefined
  readonly counts: readonly (readonly [label: string, count: number])[]
  /** What the broker refused. */
  readonly failed: readonly BadRow[]
  /** What was not sent at all. */
  readonly leftOut: readonly BadRow[]
  readonly format: FileFormat
  /** Of the file with what is missing. */
  readonly missingName: string
}

interface ImportResultProps {
  readonly outcome: ImportOutcome
  readonly onClose: () => void
}

/** What became of the rows of a file. */
export function ImportResult({ outcome, onClose }: ImportResultProps) {
  const { summary, isWhole, ended, counts, failed, leftOut, format, missingName } = outcome
  const missing = [...failed, ...leftOut]
  return (
    <DialogShell
      title={m.resultTitle}
      onClose={onClose}
      footer={
        <>
          {missing.length > 0 && (
            <Button onClick={() => saveBadRows(missingName, missing, format)}>
              {failed.length > 0 ? m.downloadMissing : m.downloadBad}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {m.close}
          </Button>
        </>
      }
    >
      <div className={classes['verdict']}>
        <Status kind={isWhole ? 'ok' : 'warn'}>{summary}</Status>
        {ended !== undefined && <Status kind="bad">{ended}</Status>}
      </div>
      <PropertyList
        groups={[{ properties: counts.map(([label, count]) => ({ label, value: formatNumber(count) })) }]}
      />
      {failed.length > 0 && <BadRows label={m.failedRows} rows={failed} format={format} />}
    </DialogShell>
  )
}
