import { formatNumber, formatPercent } from '#i18n/format-number.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { Status } from '#ui/status.tsx'
import { BadRows } from './bad-rows.tsx'
import classes from './checked-import.module.css'
import type { ReadFile } from './file-reading.ts'
import { checkedImport as m } from './messages.ts'
import { saveBadRows } from './save-bad-rows.ts'
import type { FileCheck } from './use-file-check.ts'

interface FileVerdictProps {
  readonly check: FileCheck<unknown>
  /** Of the file with the rows that are left out. */
  readonly leftOutName: string
}

/** What the check of a file has found so far. */
export function FileVerdict({ check, leftOutName }: FileVerdictProps) {
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
