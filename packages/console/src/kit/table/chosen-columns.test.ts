import { expect, test } from 'vitest'
import { parseChosenColumns, toggleColumn } from './chosen-columns.ts'

const columns = [{ id: 'a' }, { id: 'b' }, { id: 'c', isExtra: true }]

test('whatever the browser kept, there are columns', () => {
  for (const stored of [null, '', '{', '7', '[]', '["gone"]', '{"a":1}']) {
    expect(parseChosenColumns(stored, columns)).toEqual(['a', 'b'])
  }
  expect(parseChosenColumns('["c","a","gone"]', columns)).toEqual(['a', 'c'])
  expect(parseChosenColumns('["b"]', [{ id: 'a', always: true }, { id: 'b' }])).toEqual(['a', 'b'])
})

test('the last column stays', () => {
  expect(toggleColumn(['a', 'b'], 'b', columns)).toEqual(['a'])
  expect(toggleColumn(['a'], 'a', columns)).toBeUndefined()
  expect(toggleColumn(['b'], 'a', columns)).toEqual(['a', 'b'])
})
