import { expect, test } from 'vitest'
import { moveColumn, parseChosenColumns, toggleColumn } from './column.ts'

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
