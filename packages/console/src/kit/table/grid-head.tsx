import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { Definition } from '#ui/definition.tsx'
import { table as m } from '../messages/page.ts'
import type { Column } from './column.ts'
import type { Sort } from './sort-rows.ts'
import classes from './table-grid.module.css'

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
