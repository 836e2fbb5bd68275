import { type Subscription, subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import type { ListSearch } from '#domain/broker-list/use-list-search.ts'
import type { SubscriberAsk } from '#domain/subscription/subscriber-asks.ts'
import { type CoveringFilters, useCoveringFilters } from '#domain/subscription/use-covering-filters.ts'
import { useSubscribers } from '#domain/subscription/use-subscribers.ts'
import type { TableQuery } from '#kit/table/column.ts'
import type { Paging } from '#kit/table/pager.tsx'
import { subscriptionQuery } from './subscription-filters.ts'

export interface SubscriptionList {
  readonly query: TableQuery<Subscription>
  /** Undefined: everything there is stands in one list. */
  readonly paging: Paging | undefined
  /** Of a topic whose receivers are asked for. */
  readonly covering: CoveringFilters | undefined
  readonly hasMore: boolean
}

/** One page of all subscriptions, or those that receive a topic. */
export function useSubscriptionList(
  { place, filters, setPlace }: ListSearch,
  pollSeconds: number | undefined,
): SubscriptionList {
  const { page, limit } = place
  const { receives } = filters
  const given = subscriptionQuery(filters)
  const listed = useQuery({
    ...read(
      subscriptions.list,
      { query: { page, limit, ...given } },
      {
        keepsPrevious: true,
        ...(pollSeconds === undefined ? {} : { pollSeconds }),
      },
    ),
    enabled: receives === undefined,
  })
  const covering = useCoveringFilters(receives)
  const asks = (covering.data?.asks ?? [])
    .filter(({ share_group: group }) => given.share_group === undefined || given.share_group === group)
    .map((ask): SubscriberAsk => ({ ...given, ...ask }))
  const found = useSubscribers(asks, covering.data !== undefined)
  if (receives === undefined) {
    const paging = pagePaging(place, listed.data?.meta, setPlace)
    return { query: tableQuery(listed, ({ data }) => data), paging, covering: undefined, hasMore: false }
  }
  const query = tableQuery(
    covering.error === null ? found : { ...covering, data: undefined },
    ({ rows }) => rows,
  )
  return {
    query: {
      ...query,
      isFetching: covering.isFetching || found.isFetching,
      refetch: () => {
        void covering.refetch()
        if (covering.error === null) void found.refetch()
      },
    },
    paging: undefined,
    covering: covering.data,
    hasMore: found.data?.hasMore === true,
  }
}
