import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { type Subscription, subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import type { SubscriberAsk } from './subscriber-asks.ts'

const pageSize = 1000
/** The maximum number of listed subscribers: for a filter with more, the list of subscriptions offers pages. */
export const mostSubscribers = 5000

export interface Subscribers {
  readonly rows: readonly Subscription[]
  /** True if there are more subscribers than were requested. */
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

/** The queries are sent one after the other, and again only on request. */
export function useSubscribers(asks: readonly SubscriberAsk[], isEnabled: boolean) {
  return useQuery({
    queryKey: [subscriptions.list.path, 'of-topic', asks] as const,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => readSubscribers(asks, signal),
  })
}
