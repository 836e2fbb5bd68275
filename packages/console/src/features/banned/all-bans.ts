import { type Ban, banned } from '@brokerdeck/contract/banned.ts'
import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { request } from '#api/http.ts'
import type { FilterValues } from '#kit/table/filters/filter.ts'

const batchSize = 1000

/** Every ban that a filter finds, or every ban, in batches. */
export async function* allBans(filter: FilterValues, signal: AbortSignal): AsyncGenerator<readonly Ban[]> {
  for (let page = 1; ; page += 1) {
    const query = { page, limit: batchSize, ...filter }
    const { data, meta } = await request(banned.list, { query }, { signal })
    if (data.length > 0) yield data
    if (!hasNextPage(meta)) return
  }
}
