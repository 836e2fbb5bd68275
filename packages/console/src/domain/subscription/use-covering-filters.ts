import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { topics } from '@brokerdeck/contract/traffic/topics.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { coveringFilters, type SubscriberAsks, subscriberAsks } from './subscriber-asks.ts'

const pageSize = 5000
const mostRoutes = 200_000

export interface CoveringFilters extends SubscriberAsks {
  readonly routes: number
  /** All routes of the cluster were looked at. */
  readonly isWhole: boolean
}

async function readCovering(topic: string, signal: AbortSignal): Promise<CoveringFilters> {
  const found = []
  for (let page = 1, routes = 0; ; page += 1) {
    const { data, meta } = await request(topics.list, { query: { page, limit: pageSize } }, { signal })
    found.push(...coveringFilters(data, topic))
    routes += data.length
    const isWhole = !hasNextPage(meta)
    if (isWhole || routes >= mostRoutes) return { ...subscriberAsks(found), routes, isWhole }
  }
}

/** The subscribed filters that a message of a topic goes to, from all routes of the cluster. */
export function useCoveringFilters(topic: string | undefined) {
  return useQuery({
    queryKey: [topics.list.path, 'covering', topic] as const,
    enabled: topic !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) => readCovering(topic ?? '', signal),
  })
}
