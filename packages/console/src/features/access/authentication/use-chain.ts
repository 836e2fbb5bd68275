import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import type { ChainRow } from '#features/access/access-chain/chain.ts'
import type { TableQuery } from '#kit/table/table-query.ts'
import type { AuthnCount } from './authn-counts.ts'

const pollSeconds = 10

/** The chain in its order, with the state of each. */
export function useChain(): TableQuery<ChainRow<Authenticator, AuthnCount>> {
  const list = useQuery(read(authentication.list, {}, { pollSeconds }))
  const statuses = useQueries({
    queries: (list.data ?? []).map(({ id }) =>
      read(authentication.status, { params: { id } }, { pollSeconds }),
    ),
  })
  return tableQuery(list, (chain) => chain.map((item, at) => ({ item, status: statuses[at]?.data })))
}
