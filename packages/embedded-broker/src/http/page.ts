import type { PageMeta } from '@brokerdeck/contract/paging.ts'

interface Page<Row> {
  readonly data: Row[]
  readonly meta: PageMeta
}

interface PageQuery {
  readonly page: number
  readonly limit: number
}

/** Returns a page of a list. The count is omitted where counting is expensive for the broker (fuzzy filters). */
export function toPage<Item, Row>(
  items: readonly Item[],
  query: PageQuery,
  toRow: (item: Item) => Row,
  isCounted = true,
): Page<Row> {
  return pageOfMany(items, query, toRow, isCounted ? items.length : undefined)
}

/** Returns a page of an iterable, which is iterated only as far as the page needs. */
export function pageOfMany<Item, Row>(
  items: Iterable<Item>,
  { page, limit }: PageQuery,
  toRow: (item: Item) => Row,
  count?: number,
): Page<Row> {
  const start = (page - 1) * limit
  const end = start + limit
  const data: Row[] = []
  let hasnext = false
  let at = 0
  for (const item of items) {
    hasnext = at === end
    if (hasnext) break
    if (at >= start) data.push(toRow(item))
    at += 1
  }
  const meta = { page, limit, hasnext }
  return { data, meta: count === undefined ? meta : { ...meta, count } }
}
