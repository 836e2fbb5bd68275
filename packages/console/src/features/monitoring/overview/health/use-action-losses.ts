import { prometheus } from '@brokerdeck/contract/monitoring/prometheus.ts'
import { type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { polling } from '#api/query.ts'
import { readLosses, type WatchedLosses } from './read-losses.ts'

const pollSeconds = 15
/** Growth needs two readings: the second comes soon. */
const firstPollSeconds = 5
/** What was counted outlives a visit to another page. */
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
