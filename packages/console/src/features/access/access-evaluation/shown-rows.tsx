import { type ReactNode, useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { Button } from '#ui/button.tsx'
import classes from './rows.module.css'

interface ShownRowsProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** Renders a row as a list item with its key. */
  readonly draw: (row: Row) => ReactNode
  /** Says how many more rows can be shown, and how many are left. */
  readonly moreWords: (count: string, rest: string) => string
}

const firstShown = 20
const moreShown = 100

/** Shows the first rows and a button for more. The sample is bounded, and so is the list. */
export function ShownRows<Row>({ label, rows, draw, moreWords }: ShownRowsProps<Row>) {
  const [shown, setShown] = useState(firstShown)
  const rest = rows.length - shown
  return (
    <>
      <ul className={classes['rows']} aria-label={label}>
        {rows.slice(0, shown).map(draw)}
      </ul>
      {rest > 0 && (
        <Button size="small" variant="quiet" onClick={() => setShown(shown + moreShown)}>
          {moreWords(formatNumber(Math.min(rest, moreShown)), formatNumber(rest))}
        </Button>
      )}
    </>
  )
}
