import { useState } from 'react'
import * as v from 'valibot'
import { useLatestSearch, useUrlSearch } from '#kit/page/link.tsx'
import { type Filter, type FilterValues, filterKeys, parseFilters } from '#kit/table/filters/filter.ts'
import { PAGE_SIZES, type PageSize } from '#kit/table/pager.tsx'
import type { FilterOf, ListPage } from '#routes/routes.ts'

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

const listSearchSchema = v.object({
  page: v.fallback(v.optional(v.pipe(wholeNumber, v.minValue(1))), undefined),
  limit: v.fallback(v.optional(v.pipe(wholeNumber, v.picklist(PAGE_SIZES))), undefined),
  cursor: v.fallback(v.optional(v.pipe(v.string(), v.minLength(1))), undefined),
})

export interface ListPlace {
  readonly page: number
  readonly limit: PageSize
  readonly cursor: string | undefined
}

export interface ListSearch<Key extends string = string> {
  readonly place: ListPlace
  readonly filters: FilterValues<Key>
  readonly setPlace: (to: { page?: number; limit: PageSize; cursor?: string | undefined }) => void
  /** Sets the filters and returns to the first page. */
  readonly setFilters: (values: FilterValues<Key>) => void
}

/**
 * Returns filters, page and page size of a list, kept in the URL; parameters without a declared filter are not read.
 * `page`: the page, as it is declared, with every filter; `*` for a component that is used on many pages.
 */
export function useListSearch<const Page extends ListPage | '*', Key extends FilterOf<Page>>(
  page: Page,
  filters: readonly Filter<Key>[],
): ListSearch<Key>
export function useListSearch(_page: ListPage | '*', filters: readonly Filter[]): ListSearch {
  const [search, change] = useUrlSearch('*', listSearchSchema)
  const { page = 1, limit = 20, cursor } = search
  const toPlaceParams = (to: { page?: number; limit: PageSize; cursor?: string | undefined }) => ({
    page: to.page === undefined || to.page === 1 ? undefined : to.page,
    limit: to.limit === 20 ? undefined : to.limit,
    cursor: to.cursor,
  })
  return {
    place: { page, limit, cursor },
    filters: useFilters(filters),
    setPlace: (to) => change(toPlaceParams(to)),
    setFilters: (values) => {
      const cleared = filters.flatMap(filterKeys).map((key) => [key, undefined] as const)
      change({ ...Object.fromEntries(cleared), ...values, ...toPlaceParams({ limit }) })
    },
  }
}

/**
 * Returns the filters as the same object while they are unchanged: another order or page must not trigger a new
 * search.
 */
function useFilters(filters: readonly Filter[]): FilterValues {
  const now = parseFilters(filters, useLatestSearch())
  const [kept, keep] = useState(now)
  if (JSON.stringify(now) === JSON.stringify(kept)) return kept
  keep(now)
  return now
}
