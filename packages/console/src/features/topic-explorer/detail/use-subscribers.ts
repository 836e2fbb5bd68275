import { type Subscription, subscriptions } from '@brokerdeck/contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import type { SubscriberAsk } from './subscriber-asks.ts'

const perFilter = 100

/** Asked one after the other, and again only when somebody wants it. */
export function useSubscribers(asks: readonly SubscriberAsk[], isEnabled: boolean) {
  return useQuery({
    queryKey: ['subscribers-of-topic', asks] as const,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<readonly Subscription[]> => {
      const rows: Subscription[] = []
      for (const ask of asks) {
        const query = { page: 1, limit: perFilter, ...ask }
        rows.push(...(await request(subscriptions.list, { query }, { signal })).data)
      }
      return rows
    },
  })
}
