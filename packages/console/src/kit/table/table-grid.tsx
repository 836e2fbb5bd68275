import type { RefObject } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { useRowWindow, VIRTUAL_ABOVE } from '#ui/use-row-window.ts'
import { table as m } from '../messages/page.ts'
import { GridHead } from './grid-head.tsx'
import { RowMenu } from './row-menu.tsx'
import classes from './table-grid.module.css'
import type { TableParts } from './table-parts.ts'
import type { Density } from './use-density.ts'

interface TableGridProps<Row> extends TableParts<Row> {
  readonly region: RefObject<HTMLElement | null>
  readonly density: Density
}

const ROW_HEIGHT: Record<Density, number> = { normal: 36, compact: 28 }
const UNSTATED_WIDTH = 140

/** Keeps the place of rows that are not drawn. */
function Spacer({ rows, height, columns }: { rows: number; height: number; columns: number }) {
  if (rows <= 0) return null
  return (
    <tr className={classes['spacer']}>
      <td colSpan={columns} style={{ height: rows * height }} />
    </tr>
  )
}

/** The native table; above a hundred rows only those in sight are drawn and the columns keep their widths. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, columns, rows, rowKey, rowLabel, rowActions, selected, onToggle, region, density, total } =
    props
  const rowHeight = ROW_HEIGHT[density]
  const { start, end } = useRowWindow(region, rows.length, rowHeight)
  const isVirtual = rows.length > VIRTUAL_ABOVE
  const hasSelection = selected !== undefined
  const columnCount = columns.length + Number(hasSelection) + Number(rowActions !== undefined)
  const minWidth = isVirtual
    ? columns.reduce((sum, column) => sum + (column.width ?? UNSTATED_WIDTH), 76)
    : undefined
  return (
    <table
      className={classNames(classes['table'], classes[density], isVirtual && classes['virtual'])}
      style={minWidth === undefined ? undefined : { minWidth }}
      aria-label={label}
      aria-rowcount={isVirtual ? Math.max(total ?? 0, rows.length) + 1 : undefined}
    >
      <GridHead
        columns={columns}
        hasSelection={hasSelection}
        hasActions={rowActions !== undefined}
        sort={props.sort}
        onSort={props.onSort}
      />
      <tbody>
        <Spacer rows={start} height={rowHeight} columns={columnCount} />
        {rows.slice(start, end).map((row, index) => {
          const key = rowKey(row)
          const isSelected = selected?.has(key) === true
          return (
            <tr
              key={key}
              aria-rowindex={isVirtual ? start + index + 2 : undefined}
              data-selected={isSelected || undefined}
            >
              {hasSelection && (
                <td className={classes['tick']}>
                  <Checkbox
                    checked={isSelected}
                    aria-label={m.select(rowLabel(row))}
                    onChange={(checked) => onToggle(row, checked)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={classNames(column.align === 'end' && classes['end'], column.mono && 'mono')}
                  style={column.width === undefined ? undefined : { maxWidth: column.width }}
                >
                  {column.cell(row)}
                </td>
              ))}
              {rowActions !== undefined && (
                <td className={classes['menu']}>
                  <RowMenu row={rowLabel(row)} actions={rowActions(row)} />
                </td>
              )}
            </tr>
          )
        })}
        <Spacer rows={rows.length - end} height={rowHeight} columns={columnCount} />
      </tbody>
    </table>
  )
}
