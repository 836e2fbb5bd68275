import { useState } from 'react'

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
