import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { request } from '#api/http.ts'
import { allPages } from '#domain/broker-list/all-pages.ts'
import type { FilterValues } from '#kit/table/filters/filter.ts'

/** Every ban that a filter finds, or every ban. */
export function allBans(filter: FilterValues, signal: AbortSignal): AsyncGenerator<readonly Ban[]> {
  return allPages((place) => request(banned.list, { query: { ...place, ...filter } }, { signal }))
}
