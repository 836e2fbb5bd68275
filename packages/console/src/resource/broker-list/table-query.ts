import { hasNextPage, type PageMeta } from '@brokerdeck/contract/paging.ts'
import { describeError, unreadableRowsIn } from '#api/errors.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { TableQuery } from '#kit/table/column.ts'
import { brokerList as m } from './messages.ts'

interface QueryResult<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Converts a query for a table. Existing rows stay when a refresh fails. */
export function tableQuery<Data, Row>(
  result: QueryResult<Data>,
  rowsOf: (data: Data) => readonly Row[],
): TableQuery<Row> {
  return {
    rows: result.data === undefined ? undefined : rowsOf(result.data),
    isPending: result.isPending,
    isFetching: result.isFetching,
    problem: result.error === null ? undefined : describeError(result.error),
    refetch: () => void result.refetch(),
    unreadable: unreadableRowsIn(result.data),
  }
}

const batchSize = 1000

interface PageOf<Row> {
  readonly data: readonly Row[]
  readonly meta: PageMeta
}

/** Reads a whole list page by page (specification §7). Reports unreadable rows at the end. */
export async function* allPages<Row>(
  ask: (place: { readonly page: number; readonly limit: number }) => Promise<PageOf<Row>>,
): AsyncGenerator<readonly Row[]> {
  let unreadable = 0
  for (let page = 1; ; page += 1) {
    const answer = await ask({ page, limit: batchSize })
    const { data, meta } = answer
    unreadable += unreadableRowsIn(answer)?.count ?? 0
    if (data.length > 0) yield data
    if (hasNextPage(meta)) continue
    if (unreadable > 0) notify.failure(m.leftOut(unreadable))
    return
  }
}
