import { formatNumber } from '#i18n/format-number.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './checked-import.module.css'
import type { BadRow, FileFormat } from './file-reading.ts'
import { checkedImport as m } from './messages.ts'

const SHOWN = 20

interface BadRowsProps {
  readonly label: string
  readonly rows: readonly BadRow[]
  readonly format: FileFormat
}

/* axe requires that a scrollable region can be focused. */
const reachable = { tabIndex: 0 } as const

/** Lists the first rows that are not imported, each with its reason. */
export function BadRows({ label, rows, format }: BadRowsProps) {
  const shown = rows.slice(0, SHOWN).map((row, number) => ({ ...row, number }))
  return (
    <section className={classes['rows']} aria-label={label} {...reachable}>
      <ul className={classes['list']}>
        {shown.map(({ reason, text, number, ...row }) => (
          <li key={number} className={classes['row']}>
            <span className={classes['at']}>{formatPlace(row, format)}</span>
            <span>{reason}</span>
            <span className={classes['text']}>
              <Verbatim text={text.slice(0, 200)} mono />
            </span>
          </li>
        ))}
        {rows.length > SHOWN && <li>{m.moreBad(formatNumber(rows.length - SHOWN))}</li>}
      </ul>
    </section>
  )
}

function formatPlace(
  { at, line, column }: Pick<BadRow, 'at' | 'line' | 'column'>,
  format: FileFormat,
): string {
  if (format === 'json')
    return m.inEntry(formatNumber(at), line === undefined ? undefined : formatNumber(line))
  return column === undefined
    ? m.inLine(formatNumber(at))
    : m.inColumn(formatNumber(at), formatNumber(column))
}
