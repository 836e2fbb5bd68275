import { useState } from 'react'
import { defaultColumns, parseChosenColumns } from './chosen-columns.ts'
import type { Column } from './column.ts'

/** Which columns are shown, kept in the browser under `storeKey`. */
export function useChosenColumns<Row>(columns: readonly Column<Row>[], storeKey: string | undefined) {
  const [shown, setShown] = useState(() =>
    parseChosenColumns(storeKey === undefined ? null : localStorage.getItem(storeKey), columns),
  )
  const choose = (ids: readonly string[]) => {
    setShown(ids)
    if (storeKey !== undefined) localStorage.setItem(storeKey, JSON.stringify(ids))
  }
  const reset = () => {
    setShown(defaultColumns(columns))
    if (storeKey !== undefined) localStorage.removeItem(storeKey)
  }
  return { shown, visible: columns.filter((column) => shown.includes(column.id)), choose, reset }
}
