export type FileFormat = 'csv' | 'json'

export interface BadRow {
  /** Line of a CSV, entry of a JSON list; counted from 1. */
  readonly at: number
  /** Of a JSON list: the line on which the entry begins. */
  readonly line?: number | undefined
  /** Of a CSV: which of its columns is wrong, counted from 1. */
  readonly column?: number | undefined
  readonly reason: string
  /** As it stands in the file. */
  readonly text: string
}

/** The rows of a file, told apart by whether they can be imported. */
export interface SortedRows<Row> {
  readonly good: readonly Row[]
  readonly bad: readonly BadRow[]
  /** What can be imported, in one sentence. */
  readonly summary: string
  /** What else is worth knowing before. */
  readonly warnings: readonly string[]
  /** Why not even the good rows can be imported. */
  readonly blocked?: string | undefined
}

export interface ReadFile<Row> extends SortedRows<Row> {
  readonly kind: 'read'
  readonly format: FileFormat
  /** The file begins with a byte order mark, which not every broker knows. */
  readonly hasMark: boolean
}

export type FileReading<Row> = ReadFile<Row> | { readonly kind: 'refused'; readonly reason: string }

/** A line of a CSV or an entry of a JSON list. */
export interface FileRow {
  readonly at: number
  /** Of a JSON list: the line on which the entry begins. */
  readonly line?: number
  /** Of a CSV, its fields by the names of the head line. */
  readonly value: unknown
  /** What is wrong with how it is written, whatever it says. */
  readonly fault: string | undefined
  /** Of a CSV: which of its columns the fault is in, counted from 1. */
  readonly faultColumn?: number | undefined
  /** Of a CSV: which of its columns has this name. */
  readonly findColumn?: (name: string) => number | undefined
  readonly text: () => string
}

/** Looks at rows one after the other, so that the page stays awake meanwhile. */
export interface RowSorter<Row> {
  /** Where there is no row at all. */
  readonly emptyReason: string
  /** Where a JSON is something else than a list. */
  readonly noListReason: string
  /** Why a head line is none that can be used. */
  headFault(names: readonly string[]): string | undefined
  take(row: FileRow): void
  sortRows(): SortedRows<Row>
}
