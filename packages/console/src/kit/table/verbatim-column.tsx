import { Verbatim } from '#ui/verbatim.tsx'
import type { Column } from './column.ts'

type More<Row> = Omit<Column<Row>, 'id' | 'header' | 'value' | 'cell' | 'sortable'>

/**
 * A column of broker text, shown verbatim; `mono: false` for text that people wrote. In the column that names the
 * row, the full text can also be read by keyboard.
 */
export function verbatimColumn<Row, const Id extends string>(
  id: Id,
  header: string,
  value: (row: Row) => string | null | undefined,
  more: More<Row> & { readonly sortable: true },
): Column<Row, Id>
export function verbatimColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string | null | undefined,
  more?: More<Row>,
): Column<Row, never>
export function verbatimColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string | null | undefined,
  more: More<Row> & { readonly sortable?: true } = {},
): Column<Row> {
  return {
    mono: true,
    ...more,
    id,
    header,
    value,
    cell: (row) => <Verbatim text={value(row)} mono={more.mono ?? true} focusable={more.always === true} />,
  }
}
