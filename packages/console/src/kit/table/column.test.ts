import { describe, expect, test } from 'vitest'
import { moveColumn, nextSort, parseChosenColumns, sortRows, toggleColumn } from './column.ts'

describe('the chosen columns', () => {
  const columns = [{ id: 'a' }, { id: 'b' }, { id: 'c', isExtra: true }]

  test('whatever the browser kept, there are columns', () => {
    for (const stored of [null, '', '{', '7', '[]', '["gone"]', '{"a":1}']) {
      expect(parseChosenColumns(stored, columns)).toEqual(['a', 'b'])
    }
    expect(parseChosenColumns('["c","a","gone","c"]', columns)).toEqual(['c', 'a'])
    expect(parseChosenColumns('["b"]', [{ id: 'a', always: true }, { id: 'b' }])).toEqual(['a', 'b'])
  })

  test('the last column stays', () => {
    expect(toggleColumn(['a', 'b'], 'b', columns)).toEqual(['a'])
    expect(toggleColumn(['a'], 'a', columns)).toBeUndefined()
    expect(toggleColumn(['b'], 'a', columns)).toEqual(['a', 'b'])
  })

  test('columns have the order they were put into; another one comes to where it is declared', () => {
    expect(moveColumn(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
    expect(moveColumn(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
    expect(toggleColumn(['c', 'a'], 'b', columns)).toEqual(['c', 'a', 'b'])
    expect(toggleColumn(['c', 'b'], 'a', columns)).toEqual(['a', 'c', 'b'])
    expect(
      parseChosenColumns('["c","b"]', [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd', always: true }]),
    ).toEqual(['c', 'd', 'b'])
  })
})

describe('the order of rows', () => {
  interface Row {
    readonly name: string
    readonly load: number | undefined
  }

  const columns = [
    {
      id: 'name',
      header: 'Name',
      cell: (row: Row) => row.name,
      value: (row: Row) => row.name,
      sortable: true,
    },
    { id: 'load', header: 'Load', cell: () => '', value: (row: Row) => row.load, sortable: true },
    { id: 'place', header: 'Place', cell: () => '', value: (row: Row) => row.name },
  ]
  const rows = [
    { name: 'n10', load: undefined },
    { name: 'n2', load: 5 },
    { name: 'n1', load: 40 },
  ]
  const names = (sorted: readonly Row[]) => sorted.map((row) => row.name)

  test('numbers by value, names as a person counts, unknown at the end both ways', () => {
    expect(names(sortRows(rows, columns, { by: 'name', direction: 'ascending' }))).toEqual([
      'n1',
      'n2',
      'n10',
    ])
    expect(names(sortRows(rows, columns, { by: 'load', direction: 'ascending' }))).toEqual([
      'n2',
      'n1',
      'n10',
    ])
    expect(names(sortRows(rows, columns, { by: 'load', direction: 'descending' }))).toEqual([
      'n1',
      'n2',
      'n10',
    ])
    expect(sortRows(rows, columns, undefined)).toBe(rows)
    expect(sortRows(rows, columns, { by: 'gone', direction: 'ascending' })).toBe(rows)
    // An address may contain this sort order, and no column header could remove it.
    expect(sortRows(rows, columns, { by: 'place', direction: 'ascending' })).toBe(rows)
    const loads = [3, 0.5, -20, 0.25, -1].map((load) => ({ name: String(load), load }))
    const byLoad = sortRows(loads, columns, { by: 'load', direction: 'ascending' })
    expect(byLoad.map(({ load }) => load)).toEqual([-20, -1, 0.25, 0.5, 3])
  })

  test('a third click gives the order back', () => {
    const first = nextSort(undefined, 'name')
    const second = nextSort(first, 'name')
    expect([first?.direction, second?.direction, nextSort(second, 'name')]).toEqual([
      'ascending',
      'descending',
      undefined,
    ])
    expect(nextSort(second, 'load')).toEqual({ by: 'load', direction: 'ascending' })
  })
})
