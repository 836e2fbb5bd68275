import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { type Subscription, subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import type { SubscriberAsk } from './subscriber-asks.ts'

const pageSize = 1000
/** More are not listed one by one: the list of subscriptions pages through a filter of so many. */
export const mostSubscribers = 5000

export interface Subscribers {
  readonly rows: readonly Subscription[]
  /** There are more than were asked for. */
  readonly hasMore: boolean
}

async function readSubscribers(asks: readonly SubscriberAsk[], signal: AbortSignal): Promise<Subscribers> {
  const rows: Subscription[] = []
  for (const ask of asks) {
    for (let page = 1, isMore = true; isMore; page += 1) {
      if (rows.length >= mostSubscribers) return { rows, hasMore: true }
      const query = { page, limit: pageSize, ...ask }
      const { data, meta } = await request(subscriptions.list, { query }, { signal })
      rows.push(...data)
      isMore = hasNextPage(meta)
    }
  }
  return { rows, hasMore: false }
}

/** Asked one after the other, and again only when somebody wants it. */
export function useSubscribers(asks: readonly SubscriberAsk[], isEnabled: boolean) {
  return useQuery({
    queryKey: [subscriptions.list.path, 'of-topic', asks] as const,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => readSubscribers(asks, signal),
  })
}
