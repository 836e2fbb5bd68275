import type { ReactNode, RefObject } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { table as m } from '../messages/page.ts'
import classes from './data-table.module.css'
import { TableCards } from './table-cards.tsx'
import { TableGrid } from './table-grid.tsx'
import type { TableParts } from './table-parts.ts'
import type { TableQuery } from './table-query.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { useDensity } from './use-density.ts'

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
