import type { ReactNode, RefObject } from 'react'
import { table as m } from '#kit/messages/page.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { Column, TableQuery } from './column.ts'
import classes from './data-table.module.css'
import { TableCards } from './table-cards.tsx'
import tableSkeletonClasses from './table-grid.module.css'
import { GridHead, TableGrid } from './table-grid.tsx'
import type { TableParts } from './table-parts.ts'
import { type Density, useDensity } from './table-toolbar.tsx'

interface TableSkeletonProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: number
  readonly density: Density
  readonly hasSelection: boolean
  readonly hasActions: boolean
}

/** The table before its first rows: the real head, and rows of the final height. */
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

/* axe asks that a scrolling region takes the focus. */
const reachable = { tabIndex: 0 } as const

/** What is between the bars: rows, or the reason why there are none. */
export function TableBody<Row>({ query, empty, skeletonRows, ...parts }: TableBodyProps<Row>) {
  const [density] = useDensity()
  const isPhone = useIsPhone()
  const { problem } = query
  if (problem !== undefined && query.rows === undefined) {
    return <ErrorState {...problem} onRetry={query.refetch} isRetrying={query.isFetching} />
  }
  const isEmpty = query.rows?.length === 0
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className={classes['stale']}>
          {isEmpty ? m.refreshFailedEmpty : m.refreshFailed}: {problem.title}
        </p>
      )}
      {isEmpty ? (
        (empty ?? <EmptyState title={m.emptyTitle} />)
      ) : (
        <section
          ref={parts.region}
          className={classes['region']}
          aria-label={m.scrollable(parts.label)}
          aria-busy={query.rows === undefined || undefined}
          {...reachable}
        >
          {query.rows === undefined ? (
            <TableSkeleton
              label={parts.label}
              columns={isPhone ? parts.columns.slice(0, 2) : parts.columns}
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
