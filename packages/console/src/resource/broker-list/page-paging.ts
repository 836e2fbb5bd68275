import { hasNextPage, type PageMeta } from '@brokerdeck/contract/paging.ts'
import type { PageSize, Paging } from '#kit/table/pager.tsx'

interface PagePosition {
  readonly page: number
  readonly limit: PageSize
}

/** Pages by `?page=&limit=`: with a total if the broker counts, else only forward and back. */
export function pagePaging(
  place: PagePosition,
  meta: PageMeta | undefined,
  move: (to: PagePosition) => void,
): Paging {
  const shared = {
    page: place.page,
    size: place.limit,
    onChange: ({ page, size }: { page: number; size: PageSize }) => move({ page, limit: size }),
  }
  if (meta !== undefined && meta.count === undefined) {
    return { style: 'has-next', hasNext: hasNextPage(meta), ...shared }
  }
  return { style: 'count', total: meta?.count, ...shared }
}
