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
  /** A sentence about the imported rows. */
  readonly summary: string
  /** True if no row failed, was skipped or was left out. */
  readonly isWhole: boolean
  /** The reason why the import did not finish. */
  readonly ended?: string | undefined
  readonly counts: readonly (readonly [label: string, count: number])[]
  /** The rows that the broker refused. */
  readonly failed: readonly BadRow[]
  /** The rows that were not sent. */
  readonly leftOut: readonly BadRow[]
  readonly format: FileFormat
  /** The name of the file with the missing rows. */
  readonly missingName: string
}

interface ImportResultProps {
  readonly outcome: ImportOutcome
  readonly onClose: () => void
}

/** Shows the result of an import. */
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
