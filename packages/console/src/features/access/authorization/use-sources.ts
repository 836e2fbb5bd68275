import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import type { ChainRow } from '#features/access/access-chain/chain.ts'
import type { TableQuery } from '#kit/table/table-query.ts'
import type { SourceCount } from './source-counts.ts'

const pollSeconds = 10

/** The sources in their order, with the state of each. */
export function useSources(): TableQuery<ChainRow<AccessSource, SourceCount>> {
  const list = useQuery(read(authorization.sources, {}, { pollSeconds }))
  const statuses = useQueries({
    queries: (list.data?.sources ?? []).map(({ type }) =>
      read(authorization.status, { params: { type } }, { pollSeconds }),
    ),
  })
  return tableQuery(list, ({ sources }) => sources.map((item, at) => ({ item, status: statuses[at]?.data })))
}
