import type { RefObject } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { useRowWindow } from '#ui/use-row-window.ts'
import { table as m } from '../messages/page.ts'
import { RowMenu } from './row-menu.tsx'
import classes from './table-cards.module.css'
import type { TableParts } from './table-parts.ts'

interface TableCardsProps<Row> extends TableParts<Row> {
  readonly region: RefObject<HTMLElement | null>
}

const TITLE_LINE = 56
const PAIR_LINE = 20
const CONTROL_LINE = 36

/** The phone's table: name and status, two pairs per line, then what has a line for itself; every card of one list is equally high. */
export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { label, columns, rows, rowKey, rowLabel, rowActions, selected, onToggle, region } = props
  const name = columns.find((column) => column.phone === 'name') ?? columns.at(0)
  const status = columns.find((column) => column.phone === 'status')
  const short = columns.filter((column) => column.phone === 'pair')
  const pairs = short.slice(0, 4)
  const lines = [...columns.filter((column) => column.phone === 'line'), ...short.slice(4)]
  const controls = columns.filter((column) => column.phone === 'control')
  const height =
    TITLE_LINE + (Math.ceil(pairs.length / 2) + lines.length) * PAIR_LINE + controls.length * CONTROL_LINE
  const { start, end } = useRowWindow(region, rows.length, height)
  return (
    <ul
      aria-label={label}
      style={{ paddingTop: start * height, paddingBottom: (rows.length - end) * height }}
    >
      {rows.slice(start, end).map((row) => {
        const key = rowKey(row)
        const isSelected = selected?.has(key) === true
        return (
          <li
            key={key}
            className={classes['card']}
            style={{ height }}
            data-selected={isSelected || undefined}
          >
            <div className={classes['title']}>
              {selected !== undefined && (
                <Checkbox
                  checked={isSelected}
                  aria-label={m.select(rowLabel(row))}
                  onChange={(checked) => onToggle(row, checked)}
                />
              )}
              <span className={name?.mono ? `mono ${classes['name']}` : classes['name']}>
                {name?.cell(row)}
              </span>
              {status !== undefined && <span className={classes['status']}>{status.cell(row)}</span>}
              {rowActions !== undefined && <RowMenu row={rowLabel(row)} actions={rowActions(row)} />}
            </div>
            {pairs.length + lines.length + controls.length > 0 && (
              <dl className={classes['pairs']}>
                {[...pairs, ...lines].map((column) => (
                  <div key={column.id} className={classes[pairs.includes(column) ? 'pair' : 'line']}>
                    <dt>{column.header}</dt>
                    <dd className={column.mono ? 'mono' : undefined}>{column.cell(row)}</dd>
                  </div>
                ))}
                {controls.map((column) => (
                  <div key={column.id} className={classes['control']}>
                    <dt>{column.header}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        )
      })}
    </ul>
  )
}
