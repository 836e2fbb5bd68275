import { describeOddRows, type UnreadableRow } from '@brokerdeck/contract/odd-rows.ts'
import type { UnreadableRows } from '@brokerdeck/contract/paging.ts'
import { useLayoutEffect, useMemo } from 'react'
import { unreadable as m } from '#kit/messages/page.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './unreadable-rows.module.css'

/** The unreadable rows that a table reports; the frame of the pages reports all others. */
const told = new Set<UnreadableRows>()
const listeners = new Set<() => void>()

function tellListeners(): void {
  for (const listener of [...listeners]) listener()
}

export function onReportedByTables(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isReportedByTable(rows: UnreadableRows): boolean {
  return told.has(rows)
}

interface UnreadableRowsNoticeProps {
  readonly rows: UnreadableRows
  /** True if no other row is shown. */
  readonly isAlone?: boolean
  /** The source of the rows, if it is not clear from the surroundings of the notice. */
  readonly source?: string
}

/** Reports unreadable rows: their number, and the readable parts of each. */
export function UnreadableRowsNotice({ rows, isAlone = false, source }: UnreadableRowsNoticeProps) {
  const described = useMemo(() => describeOddRows(rows), [rows])
  const beyond = rows.count - described.length
  return (
    <div role="status" className={classes['notice']}>
      <p>
        {isAlone ? m.countAlone(rows.count) : m.count(rows.count)}{' '}
        {source !== undefined && <Verbatim text={source} mono />}
      </p>
      <details>
        <summary>{m.show}</summary>
        <ul aria-label={m.list} className={classes['rows']}>
          {described.map((row) => (
            <UnreadableRowItem key={row.path} row={row} />
          ))}
        </ul>
        {beyond > 0 && <p>{m.more(beyond)}</p>}
      </details>
    </div>
  )
}

function UnreadableRowItem({ row }: { readonly row: UnreadableRow }) {
  return (
    <li>
      <p>
        <Verbatim text={m.fault(row.path)} wrap />: <Verbatim text={row.detail} wrap />
      </p>
      <dl className={classes['fields']}>
        {row.fields.map(([name, value]) => (
          <div key={name}>
            <dt>
              <Verbatim text={name} mono />
            </dt>
            <dd>
              <Verbatim text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <pre className={classes['raw']}>
        <Verbatim text={row.raw} wrap mono />
      </pre>
    </li>
  )
}

/** Reports unreadable rows in a table, so that the frame of the pages does not report them. */
export function UnreadableTableRows({
  rows,
  isAlone,
}: {
  readonly rows: UnreadableRows
  readonly isAlone: boolean
}) {
  useLayoutEffect(() => {
    told.add(rows)
    tellListeners()
    return () => {
      told.delete(rows)
      tellListeners()
    }
  }, [rows])
  return <UnreadableRowsNotice rows={rows} isAlone={isAlone} />
}
