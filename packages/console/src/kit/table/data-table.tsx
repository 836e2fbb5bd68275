import { type ReactNode, useEffect, useRef, useState } from 'react'
import { joinSentences } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { table as m } from '../messages/page.ts'
import { type Column, nextSort, type Selection, type Sort, sortRows, type TableQuery } from './column.ts'
import classes from './data-table.module.css'
import type { ExportAll, ExportRead } from './export-menu.tsx'
import { goToFirstPage, isBeyondFirstPage, Pager, type Paging, showsEverything } from './pager.tsx'
import { TableBody } from './table-body.tsx'
import { type RefreshChoice, SelectionBar, TableToolbar } from './table-toolbar.tsx'
import { useChosenColumns } from './use-chosen-columns.ts'

export interface DataTableProps<Row> {
  /** The table's accessible name. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** How a row is called in the names of its controls; the key when missing. */
  readonly rowLabel?: (row: Row) => string
  readonly query: TableQuery<Row>
  readonly paging?: Paging
  /** Offers the choice of columns, kept in the browser under this key. */
  readonly columnsKey?: string
  /** At the left of the bar, normally a `FilterBar`. */
  readonly filters?: ReactNode
  /** At the right of the bar, before refresh, columns and export. */
  readonly actions?: ReactNode
  readonly selection?: Selection<Row>
  /** Buttons for the chosen rows. */
  readonly bulkActions?: (rows: readonly Row[]) => ReactNode
  readonly rowActions?: (row: Row) => readonly MenuAction[]
  /** Given by the broker; without it, sortable columns sort a list that is here completely. */
  readonly sort?: Sort
  readonly onSort?: (sort: Sort | undefined) => void
  readonly empty?: ReactNode
  /** Offers export under this file name. */
  readonly exportName?: string
  /** Every row that matches, beyond this page. */
  readonly exportAll?: ExportAll<Row>
  /** Reads the values of `isReadEach` columns. */
  readonly exportRead?: ExportRead<Row>
  /** Offers that the list refreshes itself. */
  readonly refresh?: RefreshChoice
  /** `page`: fills the window and scrolls inside. `part`: as high as its rows, inside a page. */
  readonly fit?: 'page' | 'part'
}

/** The table machine. It is given its data and knows neither the API nor the business. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, query, paging, selection, fit = 'page' } = props
  const rowLabel = (row: Row) => visibleText((props.rowLabel ?? rowKey)(row), 80)
  const chosen = useChosenColumns(columns, props.columnsKey)
  const [localSort, setLocalSort] = useState<Sort>()
  const region = useRef<HTMLElement>(null)
  // Sorting one page of many would put its own order in place of the list's.
  const isSortedHere = props.onSort === undefined && showsEverything(paging, query.rows?.length ?? 0)
  const sort = isSortedHere ? localSort : props.sort
  const rows = isSortedHere ? sortRows(query.rows ?? [], columns, localSort) : (query.rows ?? [])
  const isSortable = isSortedHere || props.onSort !== undefined
  const visible = isSortable ? chosen.visible : chosen.visible.map(unsorted)

  const isRowlessPage =
    query.rows?.length === 0 && !query.isFetching && query.problem === undefined && isBeyondFirstPage(paging)
  const hasLeft = useRef(false)
  useEffect(() => {
    if (isRowlessPage && paging !== undefined && !hasLeft.current) {
      notify.info(m.pageEmpty)
      goToFirstPage(paging)
    }
    hasLeft.current = isRowlessPage
  }, [isRowlessPage, paging])

  const choose = (changed: readonly Row[], isChosen: boolean) => {
    const next = new Map(selection?.rows)
    for (const row of changed) {
      if (isChosen) next.set(rowKey(row), row)
      else next.delete(rowKey(row))
    }
    selection?.set(next)
  }
  const selectionCount = selection?.rows.size ?? 0
  const isFirstLoad = query.rows === undefined
  // Inside a panel the panel is the landmark.
  const Frame = fit === 'page' ? 'section' : 'div'
  const name = fit === 'page' ? { 'aria-label': label } : {}
  return (
    <Frame className={classNames(classes['machine'], fit === 'page' && classes['page'])} {...name}>
      <TableToolbar {...props} rows={rows} chosen={chosen} />
      {selection !== undefined && (
        <SelectionBar
          count={selectionCount}
          isPageSelected={rows.length > 0 && rows.every((row) => selection.rows.has(rowKey(row)))}
          onTogglePage={(isChosen) => choose(rows, isChosen)}
          onClear={selection.clear}
        >
          {selectionCount > 0 && props.bulkActions?.([...selection.rows.values()])}
        </SelectionBar>
      )}
      <TableBody
        label={label}
        columns={visible}
        rows={rows}
        rowKey={rowKey}
        rowLabel={rowLabel}
        rowActions={props.rowActions}
        selected={selection?.rows}
        onToggle={(row, isChosen) => choose([row], isChosen)}
        sort={sort}
        onSort={(by) => (props.onSort ?? setLocalSort)(nextSort(sort, by))}
        total={paging?.style === 'count' ? paging.total : undefined}
        region={region}
        query={query}
        empty={props.empty}
        skeletonRows={
          fit === 'part' ? 3 : Math.min(paging !== undefined && 'size' in paging ? paging.size : 20, 20)
        }
      />
      {(paging !== undefined || fit === 'page') && !isFirstLoad && (
        <Pager paging={paging} rowCount={rows.length} onMove={() => region.current?.scrollTo?.({ top: 0 })} />
      )}
    </Frame>
  )
}

/** The API has no order to ask for, and the head of the column says so. */
function unsorted<Row>(column: Column<Row>): Column<Row> {
  if (!column.sortable) return column
  const definition =
    column.definition === undefined ? m.notSorted : joinSentences(column.definition, m.notSorted)
  return { ...column, sortable: false, definition }
}
