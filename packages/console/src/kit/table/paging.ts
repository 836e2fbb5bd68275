export const PAGE_SIZES = [20, 50, 100, 500] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** `?page=&limit=` with the total in `meta.count`. */
interface CountPaging {
  readonly style: 'count'
  readonly page: number
  readonly size: PageSize
  readonly total: number | undefined
  readonly onChange: (to: { page: number; size: PageSize }) => void
}

/** `?page=&limit=` with only `meta.hasnext`: nobody knows the total. */
interface HasNextPaging {
  readonly style: 'has-next'
  readonly page: number
  readonly size: PageSize
  readonly hasNext: boolean
  readonly onChange: (to: { page: number; size: PageSize }) => void
}

/** An opaque cursor leads to the next page; the way back is remembered. A page may hold more rows than asked for. */
interface CursorPaging {
  readonly style: 'cursor'
  /** Of the page shown; undefined is the first. */
  readonly cursor: string | undefined
  readonly next: string | undefined
  readonly size: PageSize
  /** When something else knows it. */
  readonly total?: number | undefined
  readonly onChange: (to: { cursor: string | undefined; size: PageSize }) => void
}

/** More is added at the end. */
interface ContinuationPaging {
  readonly style: 'continuation'
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly onMore: () => void
}

export type Paging = CountPaging | HasNextPaging | CursorPaging | ContinuationPaging

export function isPageSize(value: unknown): value is PageSize {
  return PAGE_SIZES.some((size) => size === value)
}

/** Whether an empty page is not simply an empty list. */
export function isBeyondFirstPage(paging: Paging | undefined): boolean {
  if (paging === undefined || paging.style === 'continuation') return false
  return paging.style === 'cursor' ? paging.cursor !== undefined : paging.page > 1
}

export function goToFirstPage(paging: Paging): void {
  if (paging.style === 'cursor') paging.onChange({ cursor: undefined, size: paging.size })
  else if (paging.style !== 'continuation') paging.onChange({ page: 1, size: paging.size })
}

export function changePageSize(paging: Exclude<Paging, ContinuationPaging>, size: PageSize): void {
  if (paging.style === 'cursor') paging.onChange({ cursor: undefined, size })
  else paging.onChange({ page: 1, size })
}

/** Whether nothing lies beyond the rows of this page. */
export function showsEverything(paging: Paging | undefined, rowCount: number): boolean {
  if (paging === undefined) return true
  switch (paging.style) {
    case 'count':
      return paging.page === 1 && paging.total !== undefined && paging.total <= rowCount
    case 'has-next':
      return paging.page === 1 && !paging.hasNext
    case 'cursor':
      return paging.cursor === undefined && paging.next === undefined
    case 'continuation':
      return !paging.hasMore
  }
}
