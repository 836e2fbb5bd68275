import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError, getProblem, isNotOffered } from '#api/errors.ts'
import { read } from '#api/query.ts'
import type { TableQuery } from '#kit/table/column.ts'
import type { FilterValues } from '#kit/table/filters/filter.ts'
import type { Paging } from '#kit/table/pager.tsx'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import type { ListSearch } from '#resource/broker-list/use-list-search.ts'
import { chooseRoute, clientQuery } from './client-query.ts'

export interface ClientList {
  readonly query: TableQuery<ClientRow>
  readonly paging: Paging
}

function isMissing(error: unknown): boolean {
  const problem = getProblem(error)
  return problem?.kind === 'rejected' && problem.code === 'CLIENTID_NOT_FOUND'
}

/**
 * Returns the matching clients through the cheapest request that the broker offers. `total` is the number of all
 * sessions, if it is known.
 */
export function useClientList(
  search: ListSearch,
  total: number | undefined,
  pollSeconds: number | undefined,
): ClientList {
  const { place, filters, setPlace } = search
  const [lacksCursors, setLacksCursors] = useState(false)
  const route = chooseRoute(filters, !lacksCursors)
  const options = { keepsPrevious: true, ...(pollSeconds === undefined ? {} : { pollSeconds }) }
  const given = clientQuery(filters)
  const { page, limit, cursor } = place

  const byId = useQuery({
    ...read(clients.get, { params: { clientid: filters['clientid'] ?? '' } }, options),
    enabled: route === 'by-id',
    retry: false,
  })
  const paged = useQuery({
    ...read(
      clients.list,
      {
        query: { page, limit, ...given, ...(filters['node'] === undefined ? {} : { node: filters['node'] }) },
      },
      options,
    ),
    enabled: route === 'paged',
  })
  const byCursor = useQuery({
    ...read(
      clients.listByCursor,
      { query: { limit, ...given, ...(cursor === undefined ? {} : { cursor }) } },
      options,
    ),
    enabled: route === 'by-cursor',
  })
  const isFiltered = Object.keys(filters).length > 0
  // A page by cursor has no count. Counting exact matches costs the broker as much as one numbered page, so it is
  // done once.
  const counted = useQuery({
    ...read(clients.list, { query: { page: 1, limit: 1, fields: 'clientid', ...given } }),
    enabled:
      route === 'by-cursor' && isFiltered && !isFuzzy(filters) && byCursor.data?.meta.cursor !== undefined,
    staleTime: 60_000,
  })
  if (!lacksCursors && isNotOffered(getProblem(byCursor.error))) setLacksCursors(true)

  if (route === 'by-id') {
    const isGone = isMissing(byId.error)
    return {
      query: {
        rows: isGone ? [] : byId.data && byId.data.clientid === filters['clientid'] ? [byId.data] : undefined,
        isPending: byId.isPending,
        isFetching: byId.isFetching,
        problem: byId.error === null || isGone ? undefined : describeError(byId.error),
        refetch: () => void byId.refetch(),
      },
      paging: {
        style: 'count',
        page: 1,
        size: limit,
        total: undefined,
        onChange: ({ size }) => setPlace({ limit: size }),
      },
    }
  }
  if (route === 'paged') {
    return {
      query: tableQuery(paged, ({ data }) => data),
      paging: pagePaging(place, paged.data?.meta, setPlace),
    }
  }
  const query = tableQuery(byCursor, ({ data }) => data)
  return {
    // A cursor becomes invalid when the nodes of the cluster change ("bad cursor"), so a retry goes to the first
    // page.
    query:
      byCursor.isError && cursor !== undefined ? { ...query, refetch: () => setPlace({ limit }) } : query,
    paging: {
      style: 'cursor',
      cursor,
      next: byCursor.data?.meta.cursor,
      size: limit,
      total: isFiltered
        ? byCursor.data?.meta.cursor === undefined
          ? undefined
          : counted.data?.meta.count
        : total,
      onChange: ({ cursor: to, size }) => setPlace({ limit: size, cursor: to }),
    },
  }
}

/** Returns true for filters by substring. These make the broker scan every session, so such a list is never polled. */
export function isFuzzy(values: FilterValues): boolean {
  return values['like_clientid'] !== undefined || values['like_username'] !== undefined
}
