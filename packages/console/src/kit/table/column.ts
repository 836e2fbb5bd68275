import type { UnreadableRows } from '@brokerdeck/contract/paging.ts'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { languageTag } from '#i18n/locale.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import type { ProblemView } from '#ui/states.tsx'

/** What a table knows about its data; a page maps its query to it. */
export interface TableQuery<Row> {
  readonly rows: readonly Row[] | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly problem?: ProblemView | undefined
  readonly refetch: () => void
  /** Rows of the answer that could not be read, beside those that could. */
  readonly unreadable?: UnreadableRows | undefined
}

export interface Sort<By extends string = string> {
  readonly by: By
  readonly direction: 'ascending' | 'descending'
}

/** The language of the browser may be none, as with `LANG=C`, and then WebKit throws. */
const collator = new Intl.Collator(languageTag, { numeric: true })

export function isMissing(value: ExportValue): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}

function compare(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

/** Stable; unknown values stay at the end in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  // Any word may stand in an address; a chain, say, has an order of its own, which no column takes from it.
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

/** Ascending, descending, then as the broker gave it. */
export function nextSort(sort: Sort | undefined, by: string): Sort | undefined {
  if (sort?.by !== by) return { by, direction: 'ascending' }
  return sort.direction === 'ascending' ? { by, direction: 'descending' } : undefined
}

export interface Selection<Row> {
  /** By row key, across pages, with the row as it was when chosen. */
  readonly rows: ReadonlyMap<string, Row>
  readonly set: (rows: ReadonlyMap<string, Row>) => void
  /** Of rows that are no longer there, say; the others stay chosen. */
  readonly forget: (keys: Iterable<string>) => void
  readonly clear: () => void
}

/** Rows chosen for a bulk action. It outlives a change of page; a page clears it when its filters change. */
export function useSelection<Row>(): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  const forget = (keys: Iterable<string>) => {
    const gone = new Set(keys)
    setRows((before) => new Map([...before].filter(([key]) => !gone.has(key))))
  }
  return { rows, set: setRows, forget, clear: () => setRows(new Map()) }
}

type ExportValue = string | number | boolean | null | undefined

/** A field of an export: the name and the value that the API gives it, never a word of one language. */
export interface ExportField<Row> {
  readonly id: string
  readonly value: (row: Row) => ExportValue
}

/** A column is data at module level. `By`: what it may be called where it sorts the list. */
export type Column<Row, By extends string = string> = ColumnLook<Row> &
  ({ readonly id: By; readonly sortable: true } | { readonly id: string; readonly sortable?: false })

interface ColumnLook<Row> {
  readonly header: string
  /** Explains the header on hover and focus. */
  readonly definition?: string
  /** How it looks; broker text through `Verbatim`, numbers through `Amount`. */
  readonly cell: (row: Row) => ReactNode
  /** What it is: for sorting in the page, and for export unless `fields` says otherwise. */
  readonly value: (row: Row) => ExportValue
  /** What is exported in its place: fields as the API has them; none for a column of controls. */
  readonly fields?: readonly ExportField<Row>[]
  /** Numbers right. */
  readonly align?: 'start' | 'end'
  readonly mono?: boolean
  /** Pixels; virtual tables need one to stand still (140 otherwise). */
  readonly width?: number
  /** Its value is read row by row while the row is in sight: an export reads it first. */
  readonly isReadEach?: true
  /** Cannot be hidden. */
  readonly always?: boolean
  /** Not shown until chosen. */
  readonly isExtra?: boolean
  /** On a line of its own below the row, where there is something to say; a column where rows are too many to differ in height. */
  readonly isBelow?: true
  /**
   * Place on a phone's card; the others are left out there. Below name and status each has a line with its label:
   * pairs first, then what may be long, then a control, whose line a thumb can hit.
   */
  readonly phone?: 'name' | 'status' | 'pair' | 'line' | 'control'
}

/** What both drawings of a table, the grid and the cards, need. */
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
  /** Of all rows, when known. */
  readonly total?: number | undefined
}

type Choosable = Pick<Column<never>, 'id' | 'always' | 'isExtra'>

const storedSchema = v.array(v.string())

function defaultColumns(columns: readonly Choosable[]): readonly string[] {
  return columns.filter((column) => column.always || !column.isExtra).map((column) => column.id)
}

/** What the browser kept; anything broken or foreign is no choice. */
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
 * In the order they were put into. Columns that no longer exist are dropped, one that is always shown but not named
 * comes to its place of the declaration, and where nothing is left there are the defaults.
 */
function listChosenColumns(ids: readonly string[], columns: readonly Choosable[]): readonly string[] {
  const known = new Set(columns.map(({ id }) => id))
  const chosen = [...new Set(ids)].filter((id) => known.has(id))
  const shown = columns
    .filter(({ id, always }) => always === true && !chosen.includes(id))
    .reduce((before, { id }) => withColumn(before, id, columns), chosen)
  return shown.length === 0 ? defaultColumns(columns) : shown
}

/** Behind the nearest column that is declared before it and shown. */
function withColumn(shown: string[], id: string, columns: readonly Choosable[]): string[] {
  const declared = columns.map((column) => column.id)
  const before = declared.slice(0, declared.indexOf(id)).findLast((each) => shown.includes(each))
  return shown.toSpliced(before === undefined ? 0 : shown.indexOf(before) + 1, 0, id)
}

/** The choice after a click; undefined when it would leave none. */
export function toggleColumn(
  shown: readonly string[],
  id: string,
  columns: readonly Choosable[],
): readonly string[] | undefined {
  if (!shown.includes(id)) return withColumn([...shown], id, columns)
  return shown.length === 1 ? undefined : shown.filter((each) => each !== id)
}

/** Puts one of the shown columns at another place, counted from 0. */
export function moveColumn(shown: readonly string[], id: string, to: number): readonly string[] {
  return shown.filter((each) => each !== id).toSpliced(to, 0, id)
}

const addressSchema = v.object({ columns: v.fallback(v.optional(v.string()), undefined) })

/**
 * Which columns are shown and in which order: as the address says (a view that was taken or passed on), else as the
 * browser keeps them under `storeKey`. Columns may come and go with what the broker has.
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
    // Looking at somebody's view changes nothing of one's own.
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
    // A card has no place for every default column, but it has one for each that somebody has chosen.
    .map((column) =>
      stored === null && addressed === undefined ? column : { phone: 'line' as const, ...column },
    )
  return { shown, visible, choose, reset }
}
