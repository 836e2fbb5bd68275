import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { joinSentences } from '#i18n/sentences.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { table as m } from '#kit/messages/page.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { ListPage, SortOf } from '#routes/routes.ts'
import type { MenuAction } from '#ui/overlays.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import {
  type Column,
  nextSort,
  type Selection,
  type Sort,
  sortRows,
  type TableQuery,
  useChosenColumns,
} from './column.ts'
import classes from './data-table.module.css'
import type { ExportAll, ExportRead } from './export-menu.tsx'
import { Pager, type Paging } from './pager.tsx'
import { TableBody } from './table-body.tsx'
import { type RefreshChoice, SelectionBar, TableToolbar } from './table-toolbar.tsx'

export type DataTableProps<Row, Page extends ListPage | '*' = '*'> = TableProps<Row, Page> &
  (ListOfPage<Page> | PartOfPage)

/** The list of a page fills the window, scrolls inside, and keeps its order in the URL. */
interface ListOfPage<Page> {
  /** The page, as it is declared; `*` for a component that is used on many pages. */
  readonly page: Page
  /** The file name of the export; a list without an export states `undefined`. */
  readonly exportName: string | undefined
}

/** A table that is a part of a page is as high as its rows. */
interface PartOfPage {
  readonly page?: never
  readonly exportName?: string
}

interface TableProps<Row, Page extends ListPage | '*'> {
  /** The accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row, SortOf<Page>>[]
  readonly rowKey: (row: Row) => string
  /** Returns the name of a row for the labels of its controls; the key by default. */
  readonly rowLabel?: (row: Row) => string
  readonly query: TableQuery<Row>
  readonly paging?: Paging
  /** The key under which the browser keeps the choice of columns; without it there is no such choice. */
  readonly columnsKey?: string
  /** Content at the left of the bar, normally a `FilterBar`. */
  readonly filters?: ReactNode
  /** Content at the right of the bar, before refresh, columns and export. */
  readonly actions?: ReactNode
  /** The selection; undefined if there is no action for chosen rows. */
  readonly selection?: Selection<Row> | undefined
  /** Renders the buttons for the chosen rows. */
  readonly bulkActions?: (rows: readonly Row[]) => ReactNode
  readonly rowActions?: (row: Row) => readonly MenuAction[]
  /** The broker's order; without it, sortable columns sort a list that is loaded completely. */
  readonly sort?: Sort
  readonly onSort?: (sort: Sort | undefined) => void
  /** The initial order of a list that is loaded completely. */
  readonly initialSort?: Sort<SortOf<Page>>
  readonly empty?: ReactNode
  /** Reads every matching row, beyond this page. */
  readonly exportAll?: ExportAll<Row>
  /** Reads the values of `isReadEach` columns. */
  readonly exportRead?: ExportRead<Row>
  /** The choice of an automatic refresh. */
  readonly refresh?: RefreshChoice
}

/** A table component. It receives its data and knows neither the API nor the domain. */
export function DataTable<Row, const Page extends ListPage | '*' = '*'>(
  props: DataTableProps<Row, Page>,
): ReactNode
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, query, paging, selection } = props
  const isOfPage = props.page !== undefined
  const rowLabel = (row: Row) => visibleText((props.rowLabel ?? rowKey)(row), 80)
  const chosen = useChosenColumns(columns, props.columnsKey)
  const [ownSort, setOwnSort] = useSort(isOfPage, props.initialSort)
  const region = useRef<HTMLElement>(null)
  // Sorting a single page of many would contradict the order of the list.
  const isSortedHere = props.onSort === undefined && showsEverything(paging, query.rows?.length ?? 0)
  const sortHere = isSortedHere ? ownSort : undefined
  const sort = sortHere ?? props.sort
  // The rows are sorted once, however often the table renders.
  const rows = useMemo(() => sortRows(query.rows ?? [], columns, sortHere), [query.rows, columns, sortHere])
  const isSortable = isSortedHere || props.onSort !== undefined
  const visible = isSortable ? chosen.visible : chosen.visible.map(toUnsorted)

  const isRowlessPage =
    query.rows?.length === 0 &&
    query.unreadable === undefined &&
    !query.isFetching &&
    query.problem === undefined &&
    isBeyondFirstPage(paging)
  const hasLeft = useRef(false)
  useEffect(() => {
    if (isRowlessPage && paging !== undefined && !hasLeft.current) {
      notify.info(m.pageEmpty)
      goToFirstPage(paging)
    }
    hasLeft.current = isRowlessPage
  }, [isRowlessPage, paging])

  const selected =
    selection && listSelectedRows(selection, rowKey, paging === undefined ? query.rows : undefined)
  const choose = (changed: readonly Row[], isChosen: boolean) => {
    const next = new Map(selected)
    for (const row of changed) {
      if (isChosen) next.set(rowKey(row), row)
      else next.delete(rowKey(row))
    }
    selection?.set(next)
  }
  const isPhone = useIsPhone()
  const toFirstRow = () =>
    isPhone ? region.current?.scrollIntoView() : region.current?.scrollTo?.({ top: 0 })
  const selectionCount = selected?.size ?? 0
  // Inside a panel, the panel is the landmark.
  const Frame = isOfPage ? 'section' : 'div'
  const name = isOfPage ? { 'aria-label': label } : {}
  return (
    <Frame className={classNames(classes['machine'], isOfPage && classes['page'])} {...name}>
      <TableToolbar {...props} rows={rows} chosen={chosen} />
      {selection !== undefined && selected !== undefined && (
        <SelectionBar
          count={selectionCount}
          isPageSelected={rows.length > 0 && rows.every((row) => selected.has(rowKey(row)))}
          onTogglePage={(isChosen) => choose(rows, isChosen)}
          onClear={selection.clear}
        >
          {selectionCount > 0 && props.bulkActions?.([...selected.values()])}
        </SelectionBar>
      )}
      <TableBody
        label={label}
        columns={visible}
        rows={rows}
        rowKey={rowKey}
        rowLabel={rowLabel}
        rowActions={props.rowActions}
        selected={selected}
        onToggle={(row, isChosen) => choose([row], isChosen)}
        sort={sort}
        onSort={(by) => (props.onSort ?? setOwnSort)(nextSort(sort, by))}
        total={paging?.style === 'count' ? paging.total : undefined}
        region={region}
        query={query}
        empty={props.empty}
        skeletonRows={paging === undefined ? 3 : Math.min('size' in paging ? paging.size : 20, 20)}
      />
      {(paging !== undefined || isOfPage) && query.rows !== undefined && (
        <Pager paging={paging} rowCount={rows.length} onMove={toFirstRow} />
      )}
    </Frame>
  )
}

/**
 * Returns the chosen rows of a complete list that are still in it, in their current state: a row that a filter has
 * hidden is not acted on. A paged list keeps the rows chosen on other pages.
 */
function listSelectedRows<Row>(
  selection: Selection<Row>,
  rowKey: (row: Row) => string,
  whole: readonly Row[] | undefined,
): ReadonlyMap<string, Row> {
  if (whole === undefined || selection.rows.size === 0) return selection.rows
  const present = new Map(whole.map((row) => [rowKey(row), row]))
  // The rows keep the order in which they were chosen.
  return new Map(
    [...selection.rows.keys()].flatMap((key) => {
      const row = present.get(key)
      return row === undefined ? [] : [[key, row] as const]
    }),
  )
}

const sortSchema = v.object({ sort: v.fallback(v.optional(v.string()), undefined) })

/**
 * The order of a page's list is kept in the URL, `?sort=name` or `?sort=-name`; a part of a page keeps its order in
 * its state.
 */
function useSort(isOfPage: boolean, initial: Sort | undefined) {
  const [local, setLocal] = useState(initial)
  const [{ sort }, change] = useUrlSearch('*', sortSchema)
  const now = useMemo(
    (): Sort | undefined =>
      sort === undefined
        ? initial
        : { by: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'descending' : 'ascending' },
    [sort, initial],
  )
  if (!isOfPage) return [local, setLocal] as const
  const set = (wanted: Sort | undefined) => {
    // The initially sorted column has no unsorted state, because the initial order would return at once.
    const to = wanted ?? (initial?.by === now?.by ? reverseSort(initial) : undefined)
    change({ sort: to && `${to.direction === 'descending' ? '-' : ''}${to.by}` })
  }
  return [now, set] as const
}

function reverseSort(sort: Sort | undefined): Sort | undefined {
  return sort && { ...sort, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Makes a column unsortable, with a note in its head, because the API cannot sort the list. */
function toUnsorted<Row>(column: Column<Row>): Column<Row> {
  if (!column.sortable) return column
  const definition =
    column.definition === undefined ? m.notSorted : joinSentences(column.definition, m.notSorted)
  return { ...column, sortable: false, definition }
}

/** Tells whether an empty page may have rows before it, instead of being an empty list. */
function isBeyondFirstPage(paging: Paging | undefined): boolean {
  if (paging === undefined || paging.style === 'continuation') return false
  return paging.style === 'cursor' ? paging.cursor !== undefined : paging.page > 1
}

function goToFirstPage(paging: Paging): void {
  if (paging.style === 'cursor') paging.onChange({ cursor: undefined, size: paging.size })
  else if (paging.style !== 'continuation') paging.onChange({ page: 1, size: paging.size })
}

/** Tells whether this page holds all rows. */
function showsEverything(paging: Paging | undefined, rowCount: number): boolean {
  if (paging === undefined) return true
  switch (paging.style) {
    case 'count':
      return paging.page === 1 && paging.total !== undefined && paging.total <= rowCount
    case 'has-next':
      return paging.page === 1 && !paging.hasNext
    case 'cursor':
      return paging.cursor === undefined && paging.next === undefined
    case 'continuation':
      return !paging.hasMore
  }
}
