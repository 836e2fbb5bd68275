import * as v from 'valibot'
import { expect, it } from 'vitest'
import { continuationSchema, cursorPageSchema, hasNextPage, pageSchema } from './paging.ts'

it('knows of a next page what the broker says, or counts where it says nothing', () => {
  const at = (page: number, more: { count?: number; hasnext?: boolean }) =>
    hasNextPage({ page, limit: 20, ...more })
  expect([at(1, { count: 41 }), at(2, { count: 41 }), at(3, { count: 41 })]).toEqual([true, true, false])
  // A full last page has no next page.
  expect([at(1, { count: 40 }), at(2, { count: 40 })]).toEqual([true, false])
  expect([at(1, {}), at(1, { count: 0 })]).toEqual([false, false])
  expect([at(1, { count: 1, hasnext: true }), at(1, { count: 99, hasnext: false })]).toEqual([true, false])
})

it('reads the rows of each style with what it says of them, and refuses rows of another kind', () => {
  const item = v.object({ id: v.string() })
  const data = [{ id: 'a' }]
  const answers = [
    [pageSchema(item), { page: 1, limit: 20, count: 1, hasnext: false }],
    [pageSchema(item), { page: 1, limit: 20 }],
    [cursorPageSchema(item), { count: 1, cursor: 'c' }],
    [cursorPageSchema(item), { count: 0 }],
    [continuationSchema(item), { start: 'none', position: 'none' }],
  ] as const
  for (const [schema, meta] of answers) {
    expect(v.parse(schema, { data, meta })).toEqual({ data, meta })
    expect(v.is(schema, { data: [{ id: 1 }], meta })).toBe(false)
    expect(v.is(schema, { data })).toBe(false)
  }
  expect(v.is(pageSchema(item), { data, meta: { count: 1 } })).toBe(false)
  expect(v.is(continuationSchema(item), { data, meta: { start: 'none' } })).toBe(false)
})
