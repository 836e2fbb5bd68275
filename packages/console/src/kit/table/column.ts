import type { UnreadableRows } from '@brokerdeck/contract/paging.ts'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { languageTag } from '#i18n/locale.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import type { ProblemView } from '#ui/states.tsx'

/** The data of a table; a page maps its query to it. */
export interface TableQuery<Row> {
  readonly rows: readonly Row[] | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly problem?: ProblemView | undefined
  readonly refetch: () => void
  /** The rows of the response that could not be parsed, beside the parsed rows. */
  readonly unreadable?: UnreadableRows | undefined
}

export interface Sort<By extends string = string> {
  readonly by: By
  readonly direction: 'ascending' | 'descending'
}

/** The language is passed, because the browser may have no language, as with `LANG=C`, and then WebKit throws. */
const collator = new Intl.Collator(languageTag, { numeric: true })

export function isMissing(value: ExportValue): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}

function compare(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

/** Sorts stably; unknown values stay at the end in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  // The URL may name any column; a list such as a chain has an order of its own, and its columns cannot be sorted.
  const column = columns.find(({ id, sortable }) => sortable === true && id === sort?.by)
  if (sort === undefined || column === undefined) return rows
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      if (isMissing(a.value) || isMissing(b.value))
        return Number(isMissing(a.value)) - Number(isMissing(b.value))
      return sign * compare(a.value, b.value)
    })
    .map(({ row }) => row)
}

/** Returns the next order: ascending, descending, then the order of the broker. */
export function nextSort(sort: Sort | undefined, by: string): Sort | undefined {
  if (sort?.by !== by) return { by, direction: 'ascending' }
  return sort.direction === 'ascending' ? { by, direction: 'descending' } : undefined
}

export interface Selection<Row> {
  /** The chosen rows by key, across pages, each as it was when it was chosen. */
  readonly rows: ReadonlyMap<string, Row>
  readonly set: (rows: ReadonlyMap<string, Row>) => void
  /** Removes rows from the selection, such as deleted rows; the other rows stay chosen. */
  readonly forget: (keys: Iterable<string>) => void
  readonly clear: () => void
}

/**
 * Keeps the rows chosen for a bulk action. They survive a change of page; a page clears them when its filters change.
 */
export function useSelection<Row>(): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  const forget = (keys: Iterable<string>) => {
    const gone = new Set(keys)
    setRows((before) => new Map([...before].filter(([key]) => !gone.has(key))))
  }
  return { rows, set: setRows, forget, clear: () => setRows(new Map()) }
}

type ExportValue = string | number | boolean | null | undefined

/** A field of an export: its name and value are those of the API, never words of a language. */
export interface ExportField<Row> {
  readonly id: string
  readonly value: (row: Row) => ExportValue
}

/** A column is data at module level. `By`: the ids that a column may have if it sorts the list. */
export type Column<Row, By extends string = string> = ColumnLook<Row> &
  ({ readonly id: By; readonly sortable: true } | { readonly id: string; readonly sortable?: false })

interface ColumnLook<Row> {
  readonly header: string
  /** Explains the header on hover and focus. */
  readonly definition?: string
  /** Renders the cell; text of the broker uses `Verbatim`, numbers use `Amount`. */
  readonly cell: (row: Row) => ReactNode
  /** Returns the value, which is used for sorting in the page, and for export unless `fields` is given. */
  readonly value: (row: Row) => ExportValue
  /** The fields to export instead, as the API has them; an empty list for a column of controls. */
  readonly fields?: readonly ExportField<Row>[]
  /** The alignment; numbers are aligned to the right. */
  readonly align?: 'start' | 'end'
  readonly mono?: boolean
  /** The width in pixels; virtual tables need it so that columns do not shift (140 by default). */
  readonly width?: number
  /** True if the value is fetched row by row while the row is visible: an export fetches it first. */
  readonly isReadEach?: true
  /** True if the column cannot be hidden. */
  readonly always?: boolean
  /** True if the column is hidden until it is chosen. */
  readonly isExtra?: boolean
  /**
   * True for a line below the row, shown if it has content; it becomes a column if there are too many rows for
   * varying heights.
   */
  readonly isBelow?: true
  /**
   * The place on a phone's card; columns without a place are left out there. Below name and status each column has a
   * line with its label: pairs first, then long values, then a control, whose line is large enough for a thumb.
   */
  readonly phone?: 'name' | 'status' | 'pair' | 'line' | 'control'
}

/** The props that both renderings of a table, the grid and the cards, share. */
export interface TableParts<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly rowLabel: (row: Row) => string
  readonly rowActions?: ((row: Row) => readonly MenuAction[]) | undefined
  readonly selected?: ReadonlyMap<string, Row> | undefined
  readonly onToggle: (row: Row, selected: boolean) => void
  readonly sort?: Sort | undefined
  readonly onSort: (columnId: string) => void
  /** The number of all rows, if known. */
  readonly total?: number | undefined
}

type Choosable = Pick<Column<never>, 'id' | 'always' | 'isExtra'>

const storedSchema = v.array(v.string())

function defaultColumns(columns: readonly Choosable[]): readonly string[] {
  return columns.filter((column) => column.always || !column.isExtra).map((column) => column.id)
}

/** Parses the columns stored in the browser; broken or foreign data give the default columns. */
export function parseChosenColumns(stored: string | null, columns: readonly Choosable[]): readonly string[] {
  let parsed: unknown
  try {
    parsed = stored === null ? undefined : JSON.parse(stored)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const result = v.safeParse(storedSchema, parsed)
  return result.success ? listChosenColumns(result.output, columns) : defaultColumns(columns)
}

/**
 * Returns the columns in their chosen order. Columns that no longer exist are dropped, a missing column that is
 * always shown is added at its declared place, and an empty choice gives the default columns.
 */
function listChosenColumns(ids: readonly string[], columns: readonly Choosable[]): readonly string[] {
  const known = new Set(columns.map(({ id }) => id))
  const chosen = [...new Set(ids)].filter((id) => known.has(id))
  const shown = columns
    .filter(({ id, always }) => always === true && !chosen.includes(id))
    .reduce((before, { id }) => withColumn(before, id, columns), chosen)
  return shown.length === 0 ? defaultColumns(columns) : shown
}

/** Inserts a column behind the nearest shown column that is declared before it. */
function withColumn(shown: string[], id: string, columns: readonly Choosable[]): string[] {
  const declared = columns.map((column) => column.id)
  const before = declared.slice(0, declared.indexOf(id)).findLast((each) => shown.includes(each))
  return shown.toSpliced(before === undefined ? 0 : shown.indexOf(before) + 1, 0, id)
}

/** Returns the choice after a click; undefined if no column would be left. */
export function toggleColumn(
  shown: readonly string[],
  id: string,
  columns: readonly Choosable[],
): readonly string[] | undefined {
  if (!shown.includes(id)) return withColumn([...shown], id, columns)
  return shown.length === 1 ? undefined : shown.filter((each) => each !== id)
}

/** Moves a shown column to another place, counted from 0. */
export function moveColumn(shown: readonly string[], id: string, to: number): readonly string[] {
  return shown.filter((each) => each !== id).toSpliced(to, 0, id)
}

const addressSchema = v.object({ columns: v.fallback(v.optional(v.string()), undefined) })

/**
 * Returns the shown columns in their order: from the URL (a chosen or shared view), else from the browser's storage
 * under `storeKey`. Columns may come and go with the data of the broker.
 */
export function useChosenColumns<Row>(columns: readonly Column<Row>[], storeKey: string | undefined) {
  const [stored, setStored] = useState(() => (storeKey === undefined ? null : localStorage.getItem(storeKey)))
  const [search, change] = useUrlSearch('*', addressSchema)
  const addressed = storeKey === undefined ? undefined : search.columns
  const shown =
    addressed === undefined
      ? parseChosenColumns(stored, columns)
      : listChosenColumns(addressed.split(','), columns)
  const choose = (ids: readonly string[]) => {
    // Changes to a shared view do not change the user's own columns.
    if (addressed !== undefined) return change({ columns: ids.join(',') })
    const text = JSON.stringify(ids)
    setStored(text)
    if (storeKey !== undefined) localStorage.setItem(storeKey, text)
  }
  const reset = () => {
    if (addressed !== undefined) return change({ columns: undefined })
    setStored(null)
    if (storeKey !== undefined) localStorage.removeItem(storeKey)
  }
  const visible = shown
    .flatMap((id) => columns.find((column) => column.id === id) ?? [])
    // A card has no place for every default column, but it has a place for each column that the user has chosen.
    .map((column) =>
      stored === null && addressed === undefined ? column : { phone: 'line' as const, ...column },
    )
  return { shown, visible, choose, reset }
}
