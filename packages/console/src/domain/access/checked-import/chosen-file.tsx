import { useLayoutEffect } from 'react'
import { formatNumber, formatPercent } from '#i18n/format-number.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { saveCsv } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { Status } from '#ui/status.tsx'
import { BadRows } from './bad-rows.tsx'
import classes from './checked-import.module.css'
import type { BadRow, FileFormat, ReadFile } from './file-reading.ts'
import { checkedImport as m } from './messages.ts'
import { type FileCheck, type ReadRows, useFileCheck } from './use-file-check.ts'

interface ChosenFileProps<Row> {
  readonly read: ReadRows<Row>
  readonly leftOutName: string
  readonly onCheck: (check: FileCheck<Row> | undefined) => void
}

/** Shows the contents of the file chosen in the form. */
export function ChosenFile<Row>({ read, leftOutName, onCheck }: ChosenFileProps<Row>) {
  const { value: file } = useFieldState('file')
  const isKnown = file instanceof File && /\.(?:csv|json)$/i.test(file.name)
  const check = useFileCheck(isKnown ? file : undefined, read)
  // A layout effect is used, because the form must know the result before the user can see it and press the button.
  useLayoutEffect(() => onCheck(check), [check, onCheck])
  return check !== undefined && <FileVerdict check={check} leftOutName={leftOutName} />
}

interface FileVerdictProps {
  readonly check: FileCheck<unknown>
  /** The name of the file with the rows that are left out. */
  readonly leftOutName: string
}

/** Shows the current result of the check of a file. */
function FileVerdict({ check, leftOutName }: FileVerdictProps) {
  const { reading, share } = check
  return (
    <div role="status" className={classes['verdict']}>
      {reading === undefined ? (
        <>
          <Meter size="wide" label={m.checkProgress} value={share} />
          {m.checking(formatPercent(share))}
        </>
      ) : reading.kind === 'refused' ? (
        <Status kind="bad">{reading.reason}</Status>
      ) : (
        <Found reading={reading} leftOutName={leftOutName} />
      )}
    </div>
  )
}

interface FoundProps {
  readonly reading: ReadFile<unknown>
  readonly leftOutName: string
}

function Found({ reading, leftOutName }: FoundProps) {
  const { good, bad, warnings, summary, blocked, format } = reading
  return (
    <>
      <Status kind={good.length === 0 || blocked !== undefined ? 'bad' : 'ok'}>{blocked ?? summary}</Status>
      {warnings.map((warning) => (
        <Status key={warning} kind="warn">
          {warning}
        </Status>
      ))}
      {bad.length > 0 && (
        <>
          {blocked === undefined && (
            <Status kind="warn">{m.bad(bad.length, formatNumber(bad.length))}</Status>
          )}
          <BadRows label={m.badRows} rows={bad} format={format} />
          <div>
            <Button size="small" onClick={() => saveBadRows(leftOutName, bad, format)}>
              {m.downloadBad}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Saves the rows that are left out or failed, with their reasons. */
export function saveBadRows(fileName: string, rows: readonly BadRow[], format: FileFormat): void {
  const columns = [
    { id: format === 'csv' ? 'line' : 'entry', value: ({ at }: BadRow) => at },
    ...(format === 'csv' ? [{ id: 'column', value: ({ column }: BadRow) => column }] : []),
    { id: 'reason', value: ({ reason }: BadRow) => reason },
    { id: 'row', value: ({ text }: BadRow) => text },
  ]
  saveCsv(fileName, rows, columns)
}
