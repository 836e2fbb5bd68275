import { Skeleton } from '#ui/skeleton.tsx'
import type { Column } from './column.ts'
import { GridHead } from './grid-head.tsx'
import classes from './table-grid.module.css'
import type { Density } from './use-density.ts'

interface TableSkeletonProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: number
  readonly density: Density
  readonly hasSelection: boolean
  readonly hasActions: boolean
}

/** The table before its first rows: the real head, and rows of the final height. */
export function TableSkeleton<Row>(props: TableSkeletonProps<Row>) {
  const { label, columns, rows, density, hasSelection, hasActions } = props
  return (
    <table className={`${classes['table']} ${classes[density]}`} aria-label={label} aria-busy="true">
      <GridHead
        columns={columns}
        hasSelection={hasSelection}
        hasActions={hasActions}
        onSort={() => undefined}
      />
      <tbody aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <tr key={row}>
            {hasSelection && <td className={classes['tick']} />}
            {columns.map((column, index) => (
              <td key={column.id} className={column.align === 'end' ? classes['end'] : undefined}>
                <Skeleton width={`${45 + ((row * 7 + index * 13) % 40)}%`} />
              </td>
            ))}
            {hasActions && <td className={classes['menu']} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
