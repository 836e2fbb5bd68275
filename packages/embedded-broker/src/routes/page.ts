import type { PageMeta } from '@brokerdeck/contract/paging.ts'

interface PageQuery {
  readonly page: number
  readonly limit: number
}

/** One page of a list. Counting is left out where the broker finds it dear (fuzzy filters). */
export function pageOf<Item, Row>(
  items: readonly Item[],
  { page, limit }: PageQuery,
  toRow: (item: Item) => Row,
  isCounted = true,
): { readonly data: Row[]; readonly meta: PageMeta } {
  const start = (page - 1) * limit
  const meta = { page, limit, hasnext: start + limit < items.length }
  return {
    data: items.slice(start, start + limit).map(toRow),
    meta: isCounted ? { ...meta, count: items.length } : meta,
  }
}
