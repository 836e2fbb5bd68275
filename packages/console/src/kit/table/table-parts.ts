import type { MenuAction } from '#ui/menu.tsx'
import type { Column, Sort } from './column.ts'

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
