import { type MonitorSample, monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { type QueryFunctionContext, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { polling } from '#api/query.ts'
import {
  bucketOf,
  fineBucket,
  type HistoryRange,
  pollSecondsByNode,
  pollSecondsOf,
  secondsOf,
} from './history-ranges.ts'
import {
  hasFigures,
  joinHistory,
  type KnownHistory,
  newestBucketSeconds,
  secondsToAsk,
  wholeHistory,
} from './known-history.ts'

const firstPollSeconds = 5

/** The history of the cluster, or of one node. */
export function useHistory(range: HistoryRange, node: string | undefined) {
  return useQuery(historyQuery(range, node, pollSecondsOf(range)))
}

export function useHistoryByNode(range: HistoryRange, nodes: readonly string[]) {
  return useQueries({ queries: nodes.map((node) => historyQuery(range, node, pollSecondsByNode)) })
}

/** Asked for as a whole once; from then on only for what is new. */
function historyQuery(range: HistoryRange, node: string | undefined, pollSeconds: number) {
  const { path } = node === undefined ? monitor.history : monitor.nodeHistory
  const queryKey = [path, { range, node }] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }: QueryFunctionContext): Promise<KnownHistory> => {
      const state = client.getQueryState<KnownHistory>(queryKey)
      const ask = (latest: number) => samplesOf(node, latest, signal, state?.data !== undefined)
      const askedAt = Date.now()
      // Whoever deleted the history, or lost the broker from sight, wants to see what there is now.
      const seconds =
        state?.data === undefined || state.isInvalidated ? undefined : secondsToAsk(state.data, askedAt)
      if (state?.data !== undefined && seconds !== undefined)
        return joinHistory(state.data, await ask(seconds), range, askedAt)
      const isFine = bucketOf(range) === fineBucket
      const [whole, fine] = await Promise.all([
        ask(secondsOf(range)),
        isFine ? [] : ask(newestBucketSeconds(range)),
      ])
      return wholeHistory(whole, isFine ? whole : fine, range, askedAt)
    },
    // A broker that has just started takes its first sample soon.
    ...polling<KnownHistory>((known) =>
      known === undefined || known.samples.some(hasFigures) ? pollSeconds : firstPollSeconds,
    ),
  })
}

function samplesOf(
  node: string | undefined,
  latest: number,
  signal: AbortSignal,
  isSilent: boolean,
): Promise<readonly MonitorSample[]> {
  const { history, nodeHistory } = monitor
  const query = { latest }
  const options = { signal, isSilent }
  return node === undefined
    ? request(history, { query }, options)
    : request(nodeHistory, { params: { node }, query }, options)
}
