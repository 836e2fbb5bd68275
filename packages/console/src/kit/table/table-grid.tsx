import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { Fragment, type RefObject } from 'react'
import { table as m } from '#kit/messages/page.ts'
import { classNames } from '#lib/class-names.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Definition } from '#ui/definition.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, type MenuAction } from '#ui/overlays.tsx'
import { useRowWindow, VIRTUAL_ABOVE } from '#ui/use-row-window.ts'
import { type Column, isMissing, type Sort, type TableParts } from './column.ts'
import classes from './table-grid.module.css'
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
    <span className={classes['sortable']}>
      {label}
      <button
        type="button"
        className={classes['sort']}
        aria-label={m.sortBy(column.header)}
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
          <td className={classes['tick']}>
            <span className="visually-hidden">{m.selection}</span>
          </td>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={column.align === 'end' ? classes['end'] : undefined}
            style={column.width === undefined ? undefined : { width: column.width }}
            aria-sort={sort?.by === column.id ? sort.direction : undefined}
          >
            <HeadLabel column={column} sort={sort} onSort={onSort} />
          </th>
        ))}
        {hasActions && (
          <td className={classes['menu']}>
            <span className="visually-hidden">{m.actions}</span>
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

/** Reserves the space of rows that are not rendered. */
function Spacer({ rows, height, columns }: { rows: number; height: number; columns: number }) {
  if (rows <= 0) return null
  return (
    <tr className={classes['spacer']}>
      <td colSpan={columns} style={{ height: rows * height }} />
    </tr>
  )
}

export const isBeside = ({ isBelow }: { readonly isBelow?: true }): boolean => isBelow !== true

/** The native table; above a hundred rows only the visible rows are rendered and the columns keep their widths. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, rows, rowKey, rowLabel, rowActions, selected, onToggle, region, density, total } = props
  const rowHeight = ROW_HEIGHT[density]
  const { start, end } = useRowWindow(region, rows.length, rowHeight)
  const isVirtual = rows.length > VIRTUAL_ABOVE
  const columns = isVirtual ? props.columns : props.columns.filter(isBeside)
  const below = isVirtual ? [] : props.columns.filter((column) => !isBeside(column))
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
            <Fragment key={key}>
              <tr
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
              {below
                .filter((column) => !isMissing(column.value(row)))
                .map((column) => (
                  <tr key={column.id} className={classes['below']} data-selected={isSelected || undefined}>
                    {hasSelection && <td className={classes['tick']} />}
                    <td colSpan={columnCount - Number(hasSelection)}>{column.cell(row)}</td>
                  </tr>
                ))}
            </Fragment>
          )
        })}
        <Spacer rows={rows.length - end} height={rowHeight} columns={columnCount} />
      </tbody>
    </table>
  )
}

/** The last cell of a row, with its menu. */
export function RowMenu({ row, actions }: { readonly row: string; readonly actions: readonly MenuAction[] }) {
  if (actions.length === 0) return null
  return (
    <Menu label={m.actionsFor(row)} actions={actions}>
      {(trigger) => (
        <IconButton {...trigger} label={m.actionsFor(row)}>
          <IconDots size={16} stroke={1.5} />
        </IconButton>
      )}
    </Menu>
  )
}
