export type FileFormat = 'csv' | 'json'

export interface BadRow {
  /** The line of a CSV file or the entry of a JSON list, counted from 1. */
  readonly at: number
  /** For a JSON list, the line on which the entry begins. */
  readonly line?: number | undefined
  /** For a CSV file, the number of the invalid column, counted from 1. */
  readonly column?: number | undefined
  readonly reason: string
  /** The text as in the file. */
  readonly text: string
}

/** The rows of a file, separated by whether they can be imported. */
export interface SortedRows<Row> {
  readonly good: readonly Row[]
  readonly bad: readonly BadRow[]
  /** A sentence about the rows that can be imported. */
  readonly summary: string
  /** Other warnings to show before the import. */
  readonly warnings: readonly string[]
  /** The reason why not even the valid rows can be imported. */
  readonly blocked?: string | undefined
}

export interface ReadFile<Row> extends SortedRows<Row> {
  readonly kind: 'read'
  readonly format: FileFormat
  /** True if the file begins with a byte order mark, which not every broker supports. */
  readonly hasMark: boolean
}

export type FileReading<Row> = ReadFile<Row> | { readonly kind: 'refused'; readonly reason: string }

/** A line of a CSV file or an entry of a JSON list. */
export interface FileRow {
  readonly at: number
  /** For a JSON list, the line on which the entry begins. */
  readonly line?: number
  /** For a CSV file, the fields by the names in the header line. */
  readonly value: unknown
  /** The syntax error of the row, if any. */
  readonly fault: string | undefined
  /** For a CSV file, the number of the column with the error, counted from 1. */
  readonly faultColumn?: number | undefined
  /** For a CSV file, returns the number of the column with this name. */
  readonly findColumn?: (name: string) => number | undefined
  readonly text: () => string
}

/** Checks rows one after the other, so that the page stays responsive. */
export interface RowSorter<Row> {
  /** The reason shown if the file has no rows. */
  readonly emptyReason: string
  /** The reason shown if the JSON is not a list. */
  readonly noListReason: string
  /** Returns the reason why a header line cannot be used. */
  headFault(names: readonly string[]): string | undefined
  take(row: FileRow): void
  sortRows(): SortedRows<Row>
}
