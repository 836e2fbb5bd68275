import type { ReactNode } from 'react'

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
