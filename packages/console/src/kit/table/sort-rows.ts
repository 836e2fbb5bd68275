import type { Column, ExportValue } from './column.ts'

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
