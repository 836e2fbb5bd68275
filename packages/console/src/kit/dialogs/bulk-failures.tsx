import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import type { BulkFailure } from '#lib/run-bulk.ts'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './dialog-shell.module.css'
import { m } from './messages.ts'

interface BulkFailuresProps {
  readonly failures: readonly BulkFailure<number>[]
  readonly label: (index: number) => string
  readonly describe: (error: unknown) => ReactNode
}

const SHOWN = 200

/* axe asks that a scrolling region takes the focus. */
const reachable = { tabIndex: 0 } as const

/** Each one that failed, by name, with its reason. */
export function BulkFailures({ failures, label, describe }: BulkFailuresProps) {
  if (failures.length === 0) return null
  return (
    <>
      <Status kind="bad">{m.failures(formatNumber(failures.length))}</Status>
      <ul className={classes['failures']} {...reachable}>
        {failures.slice(0, SHOWN).map(({ item, error }) => (
          <li key={item} className={classes['failure']}>
            <Verbatim text={label(item)} mono /> <span>{describe(error)}</span>
          </li>
        ))}
        {failures.length > SHOWN && <li>{m.moreFailures(formatNumber(failures.length - SHOWN))}</li>}
      </ul>
    </>
  )
}
