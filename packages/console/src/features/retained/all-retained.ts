import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { type RetainedMessage, retainer } from '@brokerdeck/contract/retainer.ts'
import { request } from '#api/http.ts'

const batchSize = 1000

/** Everything that a filter covers, or everything, in batches. */
export async function* allRetained(
  topic: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly RetainedMessage[]> {
  for (let page = 1; ; page += 1) {
    const query = { page, limit: batchSize, ...(topic === undefined ? {} : { topic }) }
    const { data, meta } = await request(retainer.listMessages, { query }, { signal })
    if (data.length > 0) yield data
    if (!hasNextPage(meta)) return
  }
}
