import { hasNextPage, type PageMeta } from '@brokerdeck/contract/paging.ts'

const batchSize = 1000

interface PageOf<Row> {
  readonly data: readonly Row[]
  readonly meta: PageMeta
}

/** Everything that a list answers, page by page (specification §7). */
export async function* allPages<Row>(
  ask: (place: { readonly page: number; readonly limit: number }) => Promise<PageOf<Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let page = 1; ; page += 1) {
    const { data, meta } = await ask({ page, limit: batchSize })
    if (data.length > 0) yield data
    if (!hasNextPage(meta)) return
  }
}
