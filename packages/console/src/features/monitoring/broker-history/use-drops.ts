import { metrics } from '@brokerdeck/contract/monitoring/metrics.ts'
import { type QueryFunctionContext, queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { polling } from '#api/query.ts'
import { addReading, type DropLog } from './drop-log.ts'

export const dropsPollSeconds = 30
/** A rate needs two readings, so the second reading follows soon. */
const firstPollSeconds = 5
/** The counted drops are kept while the user visits other pages. */
const keptForMs = 3_600_000

/** Returns the drops of the cluster or of a node, for every reason that the broker counts. */
export function useDrops(node: string | undefined) {
  return useQuery(dropsQuery(node))
}

function dropsQuery(node: string | undefined) {
  const queryKey = [metrics.list.path, { dropsOf: node }] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }: QueryFunctionContext): Promise<DropLog> => {
      const log = client.getQueryState<DropLog>(queryKey)?.data
      const query = { aggregate: false, ...(node === undefined ? {} : { node }) }
      const answer = await request(metrics.list, { query }, { signal, isSilent: log !== undefined })
      return addReading(log, Array.isArray(answer) ? answer : [], Date.now())
    },
    ...polling<DropLog>((log) => (log?.points.length === 0 ? firstPollSeconds : dropsPollSeconds)),
    gcTime: keptForMs,
    structuralSharing: false,
  })
}
