import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import type { RefObject } from 'react'
import { table as gridHeadWords, table as m } from '#kit/messages/page.ts'
import { classNames } from '#lib/class-names.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Definition } from '#ui/definition.tsx'
import { useRowWindow, VIRTUAL_ABOVE } from '#ui/use-row-window.ts'
import type { Column, Sort } from './column.ts'
import { RowMenu } from './row-menu.tsx'
import gridHeadClasses from './table-grid.module.css'
import classes from './table-grid.module.css'
import type { TableParts } from './table-parts.ts'
import type { Density } from './table-toolbar.tsx'

interface GridHeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly hasSelection: boolean
  readonly hasActions: boolean
  readonly sort?: Sort | undefined
  readonly onSort: (columnId: string) => void
}

function HeadLabel<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<GridHeadProps<Row>, 'sort' | 'onSort'>) {
  const label =
    column.definition === undefined ? (
      column.header
    ) : (
      <Definition definition={column.definition}>{column.header}</Definition>
    )
  if (!column.sortable) return label
  const Arrow = sort?.by === column.id && sort.direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <span className={gridHeadClasses['sortable']}>
      {label}
      <button
        type="button"
        className={gridHeadClasses['sort']}
        aria-label={gridHeadWords.sortBy(column.header)}
        data-active={sort?.by === column.id || undefined}
        onClick={() => onSort(column.id)}
      >
        <Arrow size={12} stroke={1.5} aria-hidden />
      </button>
    </span>
  )
}

export function GridHead<Row>({ columns, hasSelection, hasActions, sort, onSort }: GridHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasSelection && (
          <td className={gridHeadClasses['tick']}>
            <span className="visually-hidden">{gridHeadWords.selection}</span>
          </td>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={column.align === 'end' ? gridHeadClasses['end'] : undefined}
            style={column.width === undefined ? undefined : { width: column.width }}
            aria-sort={sort?.by === column.id ? sort.direction : undefined}
          >
            <HeadLabel column={column} sort={sort} onSort={onSort} />
          </th>
        ))}
        {hasActions && (
          <td className={gridHeadClasses['menu']}>
            <span className="visually-hidden">{gridHeadWords.actions}</span>
          </td>
        )}
      </tr>
    </thead>
  )
}

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
