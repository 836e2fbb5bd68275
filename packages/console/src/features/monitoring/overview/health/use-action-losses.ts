import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { polling } from '#api/query.ts'
import { readLosses, type WatchedLosses } from './read-losses.ts'

const pollSeconds = 15
/** The growth of a buffer needs two readings, so the second reading follows soon. */
const firstPollSeconds = 5
/** The counted drops are kept while the user visits other pages. */
const keptForMs = 3_600_000

export function useActionLosses(isWanted: boolean) {
  return useQuery({ ...lossesQuery, enabled: isWanted })
}

const queryKey = [prometheus.dataIntegration.path, 'losses'] as const

const lossesQuery = queryOptions({
  queryKey,
  queryFn: ({ client, signal }: QueryFunctionContext): Promise<WatchedLosses> => {
    const before = client.getQueryData<WatchedLosses>(queryKey)
    const asked = { signal, isSilent: before !== undefined }
    return readLosses(before, (endpoint, given) => request(endpoint, given, asked))
  },
  ...polling<WatchedLosses>((known) => (known?.watched === 0 ? firstPollSeconds : pollSeconds)),
  gcTime: keptForMs,
  structuralSharing: false,
})
