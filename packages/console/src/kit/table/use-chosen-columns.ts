import { useState } from 'react'
import { parseChosenColumns } from './chosen-columns.ts'
import type { Column } from './column.ts'

/** Which columns are shown and in which order, kept in the browser under `storeKey`. Columns may come and go with what the broker has. */
export function useChosenColumns<Row>(columns: readonly Column<Row>[], storeKey: string | undefined) {
  const [stored, setStored] = useState(() => (storeKey === undefined ? null : localStorage.getItem(storeKey)))
  const shown = parseChosenColumns(stored, columns)
  const choose = (ids: readonly string[]) => {
    const text = JSON.stringify(ids)
    setStored(text)
    if (storeKey !== undefined) localStorage.setItem(storeKey, text)
  }
  const reset = () => {
    setStored(null)
    if (storeKey !== undefined) localStorage.removeItem(storeKey)
  }
  const visible = shown
    .flatMap((id) => columns.find((column) => column.id === id) ?? [])
    // A card has no place for every default column, but it has one for each that somebody has chosen.
    .map((column) => (stored === null ? column : { phone: 'line' as const, ...column }))
  return { shown, visible, choose, reset }
}
