import { expect, it } from 'vitest'
import { hasNextPage } from './paging.ts'

it('knows of a next page what the broker says, or counts where it says nothing', () => {
  const at = (page: number, more: { count?: number; hasnext?: boolean }) =>
    hasNextPage({ page, limit: 20, ...more })
  expect([at(1, { count: 41 }), at(2, { count: 41 }), at(3, { count: 41 })]).toEqual([true, true, false])
  // A last page that is full has none after it.
  expect([at(1, { count: 40 }), at(2, { count: 40 })]).toEqual([true, false])
  expect([at(1, {}), at(1, { count: 0 })]).toEqual([false, false])
  expect([at(1, { count: 1, hasnext: true }), at(1, { count: 99, hasnext: false })]).toEqual([true, false])
})
