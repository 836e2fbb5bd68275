import { lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { table as m } from '#kit/messages/page.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { useRowWindow, VIRTUAL_ABOVE } from '#ui/use-row-window.ts'
import { useIsPhone } from '#ui/viewport.ts'
import { type Column, isMissing, type TableParts, type TableQuery } from './column.ts'
import classes from './data-table.module.css'
import tableCardsClasses from './table-body.module.css'
import tableSkeletonClasses from './table-grid.module.css'
import { GridHead, isBeside, RowMenu, TableGrid } from './table-grid.tsx'
import { type Density, useDensity } from './table-toolbar.tsx'

const UnreadableTableRows = lazy(async () => ({
  default: (await import('./unreadable-rows.tsx')).UnreadableTableRows,
}))

interface TableSkeletonProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: number
  readonly density: Density
  readonly hasSelection: boolean
  readonly hasActions: boolean
}

/** The table before its first rows, with the real head and rows of the final height. */
function TableSkeleton<Row>(props: TableSkeletonProps<Row>) {
  const { label, columns, rows, density, hasSelection, hasActions } = props
  return (
    <table
      className={`${tableSkeletonClasses['table']} ${tableSkeletonClasses[density]}`}
      aria-label={label}
      aria-busy="true"
    >
      <GridHead
        columns={columns}
        hasSelection={hasSelection}
        hasActions={hasActions}
        onSort={() => undefined}
      />
      <tbody aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <tr key={row}>
            {hasSelection && <td className={tableSkeletonClasses['tick']} />}
            {columns.map((column, index) => (
              <td
                key={column.id}
                className={column.align === 'end' ? tableSkeletonClasses['end'] : undefined}
              >
                <Skeleton width={`${45 + ((row * 7 + index * 13) % 40)}%`} />
              </td>
            ))}
            {hasActions && <td className={tableSkeletonClasses['menu']} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface TableBodyProps<Row> extends TableParts<Row> {
  readonly region: RefObject<HTMLElement | null>
  readonly query: TableQuery<Row>
  readonly empty?: ReactNode
  readonly skeletonRows: number
}

/** On a phone the page scrolls instead. axe requires that a scrolling region can take the focus. */
const scrolls = (label: string) => ({ 'aria-label': m.scrollable(label), tabIndex: 0 })

/** The content between the bars: the rows, or the reason why there are no rows. */
export function TableBody<Row>({ query, empty, skeletonRows, ...parts }: TableBodyProps<Row>) {
  const [density] = useDensity()
  const isPhone = useIsPhone()
  const { problem } = query
  if (problem !== undefined && query.rows === undefined) {
    return <ErrorState {...problem} onRetry={query.refetch} isRetrying={query.isFetching} />
  }
  const isEmpty = query.rows?.length === 0
  const { unreadable } = query
  return (
    <>
      {unreadable !== undefined && (
        <Suspense fallback={null}>
          <UnreadableTableRows rows={unreadable} isAlone={isEmpty} />
        </Suspense>
      )}
      {problem !== undefined && (
        <p role="alert" className={classes['stale']}>
          {isEmpty ? m.refreshFailedEmpty : m.refreshFailed}: {problem.title}
        </p>
      )}
      {isEmpty && unreadable !== undefined ? null : isEmpty ? (
        (empty ?? <EmptyState title={m.emptyTitle} />)
      ) : (
        <section
          ref={parts.region}
          className={classes['region']}
          aria-busy={query.rows === undefined || undefined}
          {...(isPhone ? {} : scrolls(parts.label))}
        >
          {query.rows === undefined ? (
            <TableSkeleton
              label={parts.label}
              columns={isPhone ? parts.columns.slice(0, 2) : parts.columns.filter(isBeside)}
              rows={skeletonRows}
              density={density}
              hasSelection={parts.selected !== undefined}
              hasActions={parts.rowActions !== undefined}
            />
          ) : isPhone ? (
            <TableCards {...parts} />
          ) : (
            <TableGrid {...parts} density={density} />
          )}
        </section>
      )}
    </>
  )
}

interface TableCardsProps<Row> extends TableParts<Row> {
  readonly region: RefObject<HTMLElement | null>
}

const TITLE_LINE = 56
const VALUE_LINE = 20
const CONTROL_LINE = 36

/**
 * The table on a phone: name and status, then each value on a line with its label; all cards of a list have the same
 * height.
 */
function TableCards<Row>(props: TableCardsProps<Row>) {
  const { label, columns, rows, rowKey, rowLabel, rowActions, selected, onToggle, region } = props
  const listPlacedAs = (place: Column<Row>['phone']) => columns.filter(({ phone }) => phone === place)
  const name = listPlacedAs('name')[0] ?? columns[0]
  const [status] = listPlacedAs('status')
  const isVirtual = rows.length > VIRTUAL_ABOVE
  const below = isVirtual ? [] : listPlacedAs('line').filter((column) => !isBeside(column))
  const lines = [...listPlacedAs('pair'), ...listPlacedAs('line').filter((column) => !below.includes(column))]
  const controls = listPlacedAs('control')
  const height = TITLE_LINE + lines.length * VALUE_LINE + controls.length * CONTROL_LINE
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
            className={tableCardsClasses['card']}
            style={isVirtual ? { height } : { minHeight: height }}
            data-selected={isSelected || undefined}
          >
            <div className={tableCardsClasses['title']}>
              {selected !== undefined && (
                <Checkbox
                  checked={isSelected}
                  aria-label={m.select(rowLabel(row))}
                  onChange={(checked) => onToggle(row, checked)}
                />
              )}
              <span className={name?.mono ? `mono ${tableCardsClasses['name']}` : tableCardsClasses['name']}>
                {name?.cell(row)}
              </span>
              {status !== undefined && (
                <span className={tableCardsClasses['status']}>{status.cell(row)}</span>
              )}
              {rowActions !== undefined && <RowMenu row={rowLabel(row)} actions={rowActions(row)} />}
            </div>
            {lines.length + controls.length > 0 && (
              <dl className={tableCardsClasses['pairs']}>
                {lines.map((column) => (
                  <div key={column.id} className={tableCardsClasses['line']}>
                    <dt>{column.header}</dt>
                    <dd className={column.mono ? 'mono' : undefined}>{column.cell(row)}</dd>
                  </div>
                ))}
                {controls.map((column) => (
                  <div key={column.id} className={tableCardsClasses['control']}>
                    <dt>{column.header}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            )}
            {below
              .filter((column) => !isMissing(column.value(row)))
              .map((column) => (
                <p key={column.id} className={tableCardsClasses['below']}>
                  {column.cell(row)}
                </p>
              ))}
          </li>
        )
      })}
    </ul>
  )
}
