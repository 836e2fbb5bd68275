import { useState } from 'react'

export interface Selection<Row> {
  /** By row key, across pages, with the row as it was when chosen. */
  readonly rows: ReadonlyMap<string, Row>
  readonly set: (rows: ReadonlyMap<string, Row>) => void
  readonly clear: () => void
}

/** Rows chosen for a bulk action. It outlives a change of page; a page clears it when its filters change. */
export function useSelection<Row>(): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  return { rows, set: setRows, clear: () => setRows(new Map()) }
}
