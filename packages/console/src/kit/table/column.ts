import { type ReactNode, useState } from 'react'
import type { ProblemView } from '#ui/error-state.tsx'

/** What a table knows about its data; a page maps its query to it. */
export interface TableQuery<Row> {
  readonly rows: readonly Row[] | undefined
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly problem?: ProblemView | undefined
  readonly refetch: () => void
}

export interface Sort {
  readonly by: string
  readonly direction: 'ascending' | 'descending'
}

const collator = new Intl.Collator(undefined, { numeric: true })

function isMissing(value: ExportValue): value is null | undefined | '' {
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
  const column = columns.find((each) => each.id === sort?.by)
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

export type ExportValue = string | number | boolean | null | undefined

/** A field of an export: the name and the value that the API gives it, never a word of one language. */
export interface ExportField<Row> {
  readonly id: string
  readonly value: (row: Row) => ExportValue
}

/** A column is data at module level. */
export interface Column<Row> {
  readonly id: string
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
  readonly sortable?: boolean
  /** Its value is read row by row while the row is in sight: an export reads it first. */
  readonly isReadEach?: true
  /** Cannot be hidden. */
  readonly always?: boolean
  /** Not shown until chosen. */
  readonly isExtra?: boolean
  /**
   * Place on a phone's card; the others are left out there. Pairs share a line, what may be long has one of its own,
   * and a control one that a thumb can hit.
   */
  readonly phone?: 'name' | 'status' | 'pair' | 'line' | 'control'
}
